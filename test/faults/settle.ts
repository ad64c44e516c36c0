import { setTimeout as pause } from "node:timers/promises";

import type { World } from "./world.ts";

const LOOK_MS = 40;
/** While things go wrong, something may never come to an end. */
const WITHIN_MS = 8000;
/** As long as it has to be quiet before it counts: between two calls a worker only thinks. */
const QUIET_LOOKS = 3;

/**
 * Waits until nothing is under way: no call of a worker, no statement, no job. Only then may time pass without tearing what
 * belongs together, such as the moment of a call from the moment it reaches the other side.
 *
 * @returns whether it came to that in time.
 */
export async function settle({ database, workers, supplier }: World, withinMs = WITHIN_MS): Promise<boolean> {
  const until = performance.now() + withinMs;
  let quiet = 0;
  while (quiet < QUIET_LOOKS) {
    if (performance.now() > until) return false;
    const isBusy =
      workers.some((worker) => worker.isBusy()) || supplier.isWorking() || !(await database.isQuiet());
    quiet = isBusy ? 0 : quiet + 1;
    await pause(LOOK_MS);
  }
  return true;
}

/**
 * Moves the moments in the database and in the shops back by so many seconds. Both must age: a request that stays young beside rows
 * that age would count as another request, and would not be looked up.
 */
export async function age({ database, sandbox, shops, cases }: World, seconds: number): Promise<void> {
  const earlier = (moment: Date) => new Date(moment.getTime() - seconds * 1000);
  for (const { orders } of sandbox.shop.shops)
    for (const order of orders) {
      for (const each of [order, ...order.fulfillmentOrders]) {
        each.createdAt = earlier(each.createdAt);
        each.updatedAt = earlier(each.updatedAt);
      }
      for (const request of order.fulfillmentOrders.flatMap(({ merchantRequests }) => merchantRequests))
        request.sentAt = earlier(request.sentAt);
    }
  for (const each of cases) each.stoppedAt &&= earlier(each.stoppedAt);
  await database.timePasses(shops, seconds);
}

/** `withinMs`: time in which it has to become quiet. `agesWorkers`: also moves the workers' monotonic clocks. */
type Passing = { withinMs?: number; agesWorkers?: boolean };

/**
 * Waits until nothing is under way, and lets so many seconds pass. Then starts the work that a clock would start, and waits for
 * its end.
 *
 * @returns false if too much was under way, so that no time has passed.
 */
export async function passTime(
  world: World,
  seconds: number,
  { withinMs = WITHIN_MS, agesWorkers = false }: Passing = {},
): Promise<boolean> {
  const { database, history, workers } = world;
  if (!(await settle(world, withinMs))) {
    history.note(null, "time: too much was under way to let any pass");
    return false;
  }
  history.note(null, `time: ${String(seconds)} s pass`);
  // Together with the rows: a worker whose clock is ahead of them would count a failover as long past while rows look young.
  if (agesWorkers) for (const worker of workers) worker.age(seconds);
  await age(world, seconds);
  await database.sweep(2);
  await settle(world, withinMs);
  return true;
}
