import { type Command, numberOf, printJson } from "./command.ts";
import { runScript } from "./run-script.ts";

export const compare: Command = {
  summary: "Compare every shop's orders with its supplier's now, as `npm run compare` does",
  takes: "",
  positionals: [0, 0],
  help: `
The running workers compare, and what differs is printed shop by shop. Orders whose state at the supplier is proven are
brought up to date, as the regular comparison does. Nothing is placed or canceled by the comparison itself.

  --wait=SECONDS   for how long to wait for the workers: 600`,
  options: { wait: { type: "string" } },
  changes: false,
  needsKeyring: true,
  run: async ({ values }) => {
    const args = [`--wait=${String(numberOf("wait", values.wait, 600))}`];
    const { code, lines } = await runScript("compare.ts", { args, isQuiet: values.json === true });
    if (values.json === true) printJson({ command: "compare", code, lines });
    return code;
  },
};
