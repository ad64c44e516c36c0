/**
 * `npm run bench:orders [-- --json --only=NAME]`: what webhooks and orders cost, each value beside what it has to be, and
 * what can be compared beside *lean*, a plain client in one process that makes the same durable steps. Ends with 1 where
 * a goal is missed. With `--json` one object a line, {figure, value, unit, goal, ok, scale?}; else a table.
 *
 * Reads /proc, so it runs on Linux only.
 */
import { parseArgs } from "node:util";

import { type Measurement, measurementsOf, printFigures } from "./figure.ts";
import { measureAcknowledgements } from "./orders/acknowledgements.ts";
import { measureBurst } from "./orders/burst.ts";
import { measureFlood } from "./orders/flood.ts";
import { measureOrderPages } from "./orders/order-pages.ts";
import { measurePoll } from "./orders/poll.ts";
import { measureUpdates } from "./orders/updates.ts";
import { measureCosts } from "./orders/costs.ts";
import { measureKills } from "./orders/kills.ts";
import { measureOpenRequests } from "./orders/open-requests.ts";
import { measurePlacing } from "./orders/placing.ts";
import { measureProfit } from "./orders/profit.ts";
import { measureSweeps } from "./orders/sweeps.ts";
import { measureWorkers } from "./orders/workers.ts";
import { openWorld, type World } from "./orders/world.ts";

/** Each begins with `world.renew()`, starts the processes that it needs, and ends them. */
const MEASUREMENTS: Record<string, Measurement<World>> = {
  acknowledgements: measureAcknowledgements,
  placing: measurePlacing,
  costs: measureCosts,
  "open-requests": measureOpenRequests,
  workers: measureWorkers,
  burst: measureBurst,
  flood: measureFlood,
  pages: measureOrderPages,
  profit: measureProfit,
  poll: measurePoll,
  updates: measureUpdates,
  sweeps: measureSweeps,
  kills: measureKills,
};

const { values: options } = parseArgs({
  options: { json: { type: "boolean", default: false }, only: { type: "string" } },
});
const measurements = measurementsOf(MEASUREMENTS, options.only);
const world = await openWorld();
try {
  await printFigures(measurements, { world, json: options.json });
} finally {
  await world.close();
}
