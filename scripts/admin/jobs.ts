import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import {
  type Command,
  EXIT,
  operatorIn,
  print,
  printDone,
  printJson,
  textOf,
  type Typed,
} from "./command.ts";

const HINTS = "Jobs only wake workers for rows that are due: a job that is lost costs minutes, and no work.";

export const jobs: Command = {
  summary: "List the jobs of the queue",
  takes: "[SHOP]",
  positionals: [0, 1],
  help: `\n${HINTS}\n`,
  options: {},
  changes: false,
  run: list,
};

export const jobsDrop: Command = {
  summary: "Drop the jobs of one queue that wait for a worker",
  takes: "QUEUE",
  positionals: [1, 1],
  help: `
${HINTS} Sweeps find the rows: every minute, those of comparisons every five. Jobs that a worker has are left to it.

  --shop=SHOP      only the jobs of this shop`,
  options: { shop: { type: "string" } },
  changes: true,
  run: async (typed) => {
    const { dropQueued } = await import("../../app/operator/waiting-jobs.server.ts");
    const [name = ""] = typed.positionals;
    const shop = await shopNamed(textOf(typed.values.shop));
    return printDone(typed, "jobs-drop", await dropQueued({ name, shop }, operatorIn(typed)));
  },
};

async function list({ positionals: [typed], values }: Typed): Promise<number> {
  const { asSystem, LONG_WORK } = await import("../../app/lib/database/db.server.ts");
  const { countJobs } = await import("../../app/operator/waiting-jobs.server.ts");
  const { duration } = await import("../../app/operator/words.ts");
  const shop = await shopNamed(textOf(typed));
  const counts = await asSystem("operator", (tx, now) => countJobs(tx, { shop, now }), LONG_WORK);
  if (values.json === true) printJson(counts);
  else if (counts.length === 0) print("No job waits or runs.");
  else {
    print(`${"queue".padEnd(34)}${"waiting".padStart(9)}${"running".padStart(9)}  oldest due`);
    for (const { name, waiting, active, oldestSeconds } of counts)
      print(
        `${name.padEnd(34)}${String(waiting).padStart(9)}${String(active).padStart(9)}  ${oldestSeconds === null ? "–" : duration(oldestSeconds)}`,
      );
    print(HINTS);
  }
  return EXIT.fine;
}

async function shopNamed(name: string | null): Promise<ShopDomain | null> {
  if (name === null) return null;
  const { asSystem } = await import("../../app/lib/database/db.server.ts");
  const { findShop } = await import("../../app/operator/find-shop.server.ts");
  return asSystem("operator", (tx) => findShop(tx, name));
}
