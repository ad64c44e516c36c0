import { type Command, operatorIn, print, printJson, type Typed } from "./command.ts";
import { runScript } from "./run-script.ts";

export const rotate: Command = {
  summary: "Seal every secret again under the keyring's current key, as `npm run secrets:rotate` does",
  takes: "",
  positionals: [0, 0],
  help: "\nThe app may run meanwhile, and the command may be interrupted and repeated.\n",
  options: {},
  changes: true,
  needsKeyring: true,
  run,
};

async function run(typed: Typed): Promise<number> {
  const { by, why, isTrial } = operatorIn(typed);
  const isJson = typed.values.json === true;
  const args = isTrial ? ["--dry-run"] : [];
  const { code, lines } = await runScript("rotate-secrets.ts", { args, isQuiet: isJson });
  if (!isTrial) {
    const { asSystem } = await import("../../app/lib/database/db.server.ts");
    const { EVERY_SHOP, recordAction } = await import("../../app/operator/act.server.ts");
    const what = lines.join(" ");
    // Records the rotation afterwards, because it takes many transactions. If the record fails, the operator can
    // safely rotate again.
    await asSystem("operator", (tx, at) =>
      recordAction(tx, { by, why, command: "rotate", target: EVERY_SHOP, what, at }),
    );
  }
  if (isJson) printJson({ command: "rotate", isTrial, code, lines });
  else if (isTrial) print("Repeat it with --yes.");
  return code;
}
