import { setTimeout as pause } from "node:timers/promises";

import { spareCalls, spoilCalls } from "./calls.ts";
import { chanceFor } from "./chance.ts";
import { workThrough } from "./careful-merchant.ts";
import { checkAlways, checkAtRest, type Violation } from "./check.ts";
import { disasters, wakeStanding } from "./faults.ts";
import { move, newCase } from "./moves.ts";
import { restock } from "./part-moves.ts";
import { passTime, settle } from "./settle.ts";
import { boughtOf, inShop, keepWorkers, startWorld, stopWorld, type Wanted, type World } from "./world.ts";

/** The result of a run. */
export type Result = {
  seed: number;
  orders: number;
  seconds: number;
  counts: Record<string, number>;
  violations: (Violation & { history: string[] })[];
};

/** Customers' orders come in bursts of so many, with so many disasters to each. */
const BURST = 10;
/** In a run with one disaster alone, so that it meets more of the moments that it can break. */
const BURST_OF_ONE = 5;
const LATE_MOVES = 10;
const DISASTERS = 2;
/** How often the supplier's book is looked at. */
const WATCH_MS = 50;
/** How long it is between bursts. */
const PAUSES = [20, 70, 130, 400, 400, 1000, 4000];
/** How long the world is given to come to rest, with nothing going wrong any more. */
const REST = [70, 300, 700, 3700, 3700, 7300, 3700, 7300, 3700, 7300];
/** The limit of each wait at rest. If a busy machine needed longer, `passTime` would skip its step, and a parcel would stay unread. */
const REST_WITHIN_MS = 60_000;

/**
 * Makes so many orders from a seed, with all that can go wrong, and looks at what the books say when it is over.
 *
 * @param untilViolation ends the run soon after its first violation.
 */
export async function run(wanted: Wanted, orders: number, untilViolation = false): Promise<Result> {
  const { seed } = wanted;
  const began = performance.now();
  const world = await startWorld(wanted);
  let watching: NodeJS.Timeout | undefined;
  try {
    const seen = new Map<string, Violation>();
    const look = (found: Violation[]) => {
      for (const each of found) {
        const key = `${each.kind} ${each.order}`;
        if (!seen.has(key)) world.history.note(each.order, `violation: ${each.what}`);
        if (!seen.has(key)) seen.set(key, each);
      }
    };
    // Two orders may exist for a moment, until one of them is canceled.
    watching = setInterval(() => {
      look(checkAlways(world));
    }, WATCH_MS);
    const isEnough = () => untilViolation && seen.size > 0;
    await goWrong(world, orders, isEnough);
    if (!isEnough()) await comeToRest(world, isEnough, untilViolation ? 2 : Infinity);
    const { violations, waiting } = isEnough() ? NOT_AT_REST : await checkAtRest(world);
    look(violations);
    return {
      seed,
      orders,
      seconds: Math.round((performance.now() - began) / 1000),
      counts: { ...world.history.counts(), ...countsOf(world), waiting },
      violations: [...seen.values()].map((each) => ({ ...each, history: historyOf(world, each.order) })),
    };
  } finally {
    clearInterval(watching);
    await stopWorld(world);
  }
}

const NOT_AT_REST = { violations: [], waiting: 0 };

async function goWrong(world: World, orders: number, isEnough: () => boolean): Promise<void> {
  const chance = chanceFor(world.seed, 2);
  const coming = disasters(chanceFor(world.seed, 3), world.only);
  const burst = world.only === null ? BURST : BURST_OF_ONE;
  while (world.cases.length < orders && !isEnough()) {
    const ends = [];
    for (let count = 0; count < DISASTERS; count += 1) ends.push(await coming.next().value(world, chance));
    spoilCalls(world, chance);
    for (let order = 0; order < burst && world.cases.length < orders; order += 1) {
      newCase(world, chance);
      await move(world, chance);
      await pause(chance.between(0, 60));
      await wakeStanding(world);
    }
    await pause(chance.between(0, 1000));
    spoilCalls(world, chance);
    for (let count = 0; count < LATE_MOVES; count += 1) {
      await move(world, chance);
      await wakeStanding(world);
    }
    await keepWorkers(world);
    const seconds = chance.one(PAUSES);
    await passTime(world, seconds);
    for (const end of ends) await end();
    await settle(world);
  }
}

/**
 * Ends all disasters, lets everybody do what they are to do, and lets so much time pass that everything comes to its end.
 *
 * @param restlessAtMost ends it after so many rounds in which workers never rested. Broken source may work without an end.
 */
async function comeToRest(world: World, isEnough: () => boolean, restlessAtMost: number): Promise<void> {
  const { workers, sandbox, history, cases } = world;
  spareCalls(world);
  history.note(null, "rest: nothing goes wrong any more");
  await Promise.all(workers.map((worker) => worker.end()));
  await keepWorkers(world);
  restock(world);
  for (const { name, shop } of cases) {
    quietly(() => sandbox.shop.merchant.payOrder(name, shop));
    quietly(() => sandbox.shop.merchant.releaseFulfillment(name, shop));
  }
  let restless = 0;
  for (const [round, seconds] of REST.entries()) {
    if (!(await passTime(world, seconds, { withinMs: REST_WITHIN_MS }))) restless += 1;
    if (restless >= restlessAtMost) return;
    const acted = await workThrough(world);
    await settle(world, REST_WITHIN_MS);
    await untilReleased(world);
    if (isEnough() || (!acted && round > 0 && (await isAtRest(world)))) break;
  }
  shipEverything(world);
  for (const seconds of [70, 1000, 4000, 8000]) {
    await passTime(world, seconds, { withinMs: REST_WITHIN_MS });
    await workThrough(world);
    await settle(world, REST_WITHIN_MS);
    await untilReleased(world);
    if (isEnough() || everythingIsShown(world)) break;
  }
}

/** Returns true if nothing moves any more without a person, so that waiting is useless. */
async function isAtRest({ database }: World): Promise<boolean> {
  const moving = await database.query(
    `select from supplier_order where due_at is not null and (
       state in ('ready', 'placing', 'in_doubt') or acceptance in ('due', 'closing')
       or (cancel_requested_at is not null and state not in ('canceled', 'rejected'))) limit 1`,
  );
  return moving.length === 0;
}

/**
 * Waits until no worker holds an order or a package, at most `REST_WITHIN_MS`. `settle` does not see a worker that waits for Shopify's
 * points.
 */
async function untilReleased({ database }: World): Promise<void> {
  const until = performance.now() + REST_WITHIN_MS;
  while (performance.now() < until) {
    const held = await database.query(
      `select id from supplier_order where leased_until > now()
       union all select id from shipment where leased_until > now() limit 1`,
    );
    if (held.length === 0) return;
    await pause(100);
  }
}

/** Ignores a move that the sandbox refuses. */
function quietly(act: () => unknown): void {
  try {
    act();
  } catch {
    // It is not waiting for that.
  }
}

function shipEverything({ supplier, history }: World): void {
  const { ledger } = supplier.supplier;
  for (const { id, status, revision } of ledger.orders()) {
    if (!["received", "processing", "partially_shipped"].includes(status)) continue;
    ledger.ship(id, { carrier: "GLS", trackingNumber: `R${String(revision).padStart(6, "0")}` });
  }
  history.note(null, "rest: the supplier ships all that it has");
}

function everythingIsShown(world: World): boolean {
  const bought = boughtOf(world);
  return world.cases.every((each) => {
    const shown = inShop(world, each).fulfillments.flatMap(({ tracking }) =>
      tracking.map(({ number }) => number),
    );
    const sent = (bought.get(each.mark) ?? []).flatMap(({ shipments }) => shipments);
    return sent.every(({ trackingNumber }) => shown.includes(trackingNumber));
  });
}

function countsOf({ supplier, sandbox }: World): Record<string, number> {
  const bought = supplier.supplier.ledger.orders();
  const dead = bought.filter(({ status }) => status === "cancelled" || status === "rejected");
  const shown = sandbox.shop.shops.flatMap(({ orders }) =>
    orders.flatMap(({ fulfillments }) => fulfillments),
  );
  const posts = supplier.requests.filter(({ operation }) => operation === "placeOrder");
  return {
    "POSTs of orders": posts.length,
    "of them answered well": posts.filter(({ status }) => status === 201).length,
    bought: bought.length,
    ended: dead.length,
    shipments: bought.flatMap(({ shipments }) => shipments).length,
    shown: shown.length,
  };
}

/** With what the supplier was asked, and what it answered. */
function historyOf({ history, supplier }: World, mark: string): string[] {
  const asked = supplier.requests
    .filter(({ body }) => JSON.stringify(body ?? "").includes(mark))
    .map(({ at, operation, status, body }) => {
      const { reference = "" } = body as { reference?: string };
      return `${at} the supplier was asked: ${operation ?? "?"} ${reference}, and answered ${String(status ?? "nothing")}`;
    });
  return [...history.of(mark), ...asked];
}
