/**
 * `npm run bench:catalog [-- --json --variants=1000000]`: what a large catalogue costs, each value beside what it has to
 * be. Ends with 1 where one is missed. With `--json` one object a line, {figure, value, unit, goal, ok}; else a table.
 *
 * Reads /proc, so it runs on Linux only.
 */
import { parseArgs } from "node:util";

import type { Figure } from "./catalog/figure.ts";
import { measureMirror } from "./catalog/mirror.ts";
import { openWorld, type World } from "./catalog/world.ts";

/** In this order: what comes first leaves the catalogue for those behind it. */
const MEASUREMENTS: ((world: World) => Promise<Figure[]>)[] = [measureMirror];

const { values: options } = parseArgs({
  options: { json: { type: "boolean", default: false }, variants: { type: "string", default: "1000000" } },
});
const world = await openWorld(Number(options.variants));
try {
  for (const measure of MEASUREMENTS)
    for (const figure of await measure(world)) {
      process.stdout.write(`${options.json ? JSON.stringify(figure) : rowOf(figure)}\n`);
      if (!figure.ok) process.exitCode = 1;
    }
} finally {
  await world.close();
}

function rowOf({ figure, value, unit, goal, ok }: Figure): string {
  return `${ok ? "  " : "✗ "}${figure.padEnd(56)}${String(value).padStart(8)} ${unit.padEnd(10)}${goal}`;
}
