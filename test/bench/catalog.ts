/**
 * `npm run bench:catalog [-- --json --variants=1000000 --only=search,import]`: what a large catalogue costs, each value beside
 * what it has to be. Ends with 1 where one is missed. With `--json` one object a line, {figure, value, unit, goal, ok}; else a
 * table. The mirror comes first in any case: it fills the catalogue.
 *
 * Reads /proc, so it runs on Linux only.
 */
import { parseArgs } from "node:util";

import { measureImport } from "./catalog/import.ts";
import { measureMirror, measureMirrorMemory } from "./catalog/mirror.ts";
import { measurePace } from "./catalog/pace.ts";
import { measureSearch } from "./catalog/search.ts";
import { openWorld, type World } from "./catalog/world.ts";
import { type Measurement, measurementsOf, printFigures } from "./figure.ts";

/** In this order: what comes first leaves the catalogue for those behind it. */
const MEASUREMENTS: Record<string, Measurement<World>> = {
  search: measureSearch,
  import: measureImport,
  pace: measurePace,
  memory: measureMirrorMemory,
};

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    variants: { type: "string", default: "1000000" },
    only: { type: "string" },
  },
});
const wanted = measurementsOf(MEASUREMENTS, options.only);
const world = await openWorld(Number(options.variants));
try {
  await printFigures([measureMirror, ...wanted], { world, json: options.json });
} finally {
  await world.close();
}
