/**
 * `npm run bench:catalog [-- --json --variants=1000000]`: what a large catalogue costs, each value beside what it has to
 * be. Ends with 1 where one is missed. With `--json` one object a line, {figure, value, unit, goal, ok}; else a table.
 *
 * Reads /proc, so it runs on Linux only.
 */
import { parseArgs } from "node:util";

import { measureImport } from "./catalog/import.ts";
import { measureMirror } from "./catalog/mirror.ts";
import { measurePace } from "./catalog/pace.ts";
import { measureSearch } from "./catalog/search.ts";
import { openWorld, type World } from "./catalog/world.ts";
import { type Figure, printFigures } from "./figure.ts";

/** In this order: what comes first leaves the catalogue for those behind it. */
const MEASUREMENTS: ((world: World) => Promise<Figure[]>)[] = [
  measureMirror,
  measureSearch,
  measureImport,
  measurePace,
];

const { values: options } = parseArgs({
  options: { json: { type: "boolean", default: false }, variants: { type: "string", default: "1000000" } },
});
const world = await openWorld(Number(options.variants));
try {
  await printFigures(MEASUREMENTS, { world, json: options.json });
} finally {
  await world.close();
}
