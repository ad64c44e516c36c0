import { type Command, EXIT, moment, numberOf, print, printJson, textOf, type Typed } from "./command.ts";

export const log: Command = {
  summary: "List what operators changed",
  takes: "[SHOP]",
  positionals: [0, 1],
  help: `
The latest first; of one shop with what was changed for every shop.

  --limit=N        how many to print: 50`,
  options: { limit: { type: "string" } },
  changes: false,
  run,
};

async function run({ positionals: [typed], values }: Typed): Promise<number> {
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  const { EVERY_SHOP, listActions } = await import("../../app/operator/act.server.ts");
  const name = textOf(typed);
  const limit = numberOf("limit", values.limit, 50);
  const actions = await asSystem("operator", async (tx) =>
    listActions(tx, { target: name === null ? null : await findShop(tx, name), limit }),
  );
  if (values.json === true) printJson(actions);
  else if (actions.length === 0) print("No operator has changed anything.");
  else
    for (const { at, by, command, target, what, why } of actions) {
      const whose = target === EVERY_SHOP ? "every shop" : target;
      print(`${moment(at)}  ${by}  ${command}  ${whose}  ${what}${why === null ? "" : ` Why: ${why}`}`);
    }
  return EXIT.fine;
}
