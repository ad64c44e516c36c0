import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

import { bound } from "../../../scripts/bound-process.ts";
import type { Figure } from "../figure.ts";
import { fillManyShops, forgetManyShops, MANY_SHOPS, spawnQuietCounterparts } from "./many-shops.ts";
import { besideLinear } from "./workers.ts";
import type { World } from "./world.ts";

/**
 * Response times so long that workers wait nearly all the time. They vary by half, so that rows that a worker processes at
 * the same time do not end in step, which would distort the count in a short window.
 */
const DELAYS = { supplierMs: 2000, shopMs: 2000, spread: 0.5 };
const WORKERS = 3;
/** Three workers poll 12 shops a second. */
const SHOPS = MANY_SHOPS / 2;
/** Long enough for each worker to claim rows and be warm. */
const WARM_UP_MS = 5000;
/** Ends, with the warm-up before it, before the sweeps, which take 50 s. */
const WINDOW_MS = 25_000;

export type Swept = "polls" | "single updates";

/** Statements that make more due than all workers process, make nothing due, and count what was processed since the start. */
type Due = { begin: string; end: string; count: string };

const DUE: Record<Swept, Due> = {
  polls: {
    begin: "delete from request_poll where shop like 'many-%'",
    end: `insert into request_poll (shop, polled_at) select shop, now() from connection
      on conflict (shop) do update set polled_at = now(), due_at = null`,
    count:
      "select count(*)::int as done from request_poll where shop like 'many-%' and polled_at is not null",
  },
  "single updates": {
    // Only some orders of each shop. Orders that a former round has read are not due again.
    begin: `update supplier_order set update_leased_until = null, update_due_at = now()
      where shop like 'many-%' and right(order_name, 2) < '05' and update_hash is null`,
    end: `update supplier_order set update_due_at = now() + interval '1 day'
      where update_due_at <= now() and (update_leased_until is null or update_leased_until <= now())`,
    count:
      "select count(*)::int as done from supplier_order where shop like 'many-%' and update_hash is not null",
  },
};

/** Measures how throughput grows with the number of worker processes that sweep. */
export async function measureSweeps(world: World): Promise<Figure[]> {
  await world.renew();
  const { supplier, shopify, end } = await spawnQuietCounterparts(DELAYS);
  try {
    await fillManyShops(world, { shops: SHOPS, orders: true });
    await leaveToLists(world);
    const figures: Figure[] = [];
    for (const swept of ["polls", "single updates"] as const) {
      const rates = await ratesByWorkers(world, swept, { supplier, shopify });
      figures.push(
        ...besideLinear(rates, {
          rate: (workers) => `${swept} a minute of ${workers}, each answer in 2 s`,
          linear: (workers) => `${workers} on ${swept} beside linear`,
          unit: "per min",
        }),
      );
    }
    return figures;
  } finally {
    await forgetManyShops(world);
    await end();
  }
}

/** Makes each list of updates recent and not due, so that an order that was read is not due again soon. */
async function leaveToLists({ query }: World): Promise<void> {
  await query(
    `insert into order_update_run (shop, account, newest, read_at, runs, due_at)
     select shop, account, now() - interval '1 hour', now(), 1, now() + interval '1 day' from connection
     where shop like 'many-%'`,
  );
  await query("update supplier_order set update_due_at = now() + interval '1 day' where shop like 'many-%'");
  await query("vacuum analyze supplier_order, order_update_run");
}

type Addresses = { supplier: string; shopify: string };

/** Returns rates per minute: of one worker, of two at the same time, and so on. */
async function ratesByWorkers({ query }: World, swept: Swept, addresses: Addresses): Promise<number[]> {
  const started = await Promise.all(Array.from({ length: WORKERS }, () => startSweeper(swept, addresses)));
  const { begin, end, count } = DUE[swept];
  const done = async () => {
    const [row] = await query<{ done: number }>(count);
    return { done: row?.done ?? 0, at: performance.now() };
  };
  try {
    await query(DUE.polls.end);
    const rates: number[] = [];
    for (let workers = 1; workers <= WORKERS; workers += 1) {
      await query(begin);
      const sweeps = started.slice(0, workers).map(({ sweep }) => sweep());
      await pause(WARM_UP_MS);
      const before = await done();
      await pause(WINDOW_MS);
      const after = await done();
      await query(end);
      await Promise.all(sweeps);
      rates.push(((after.done - before.done) * 60_000) / (after.at - before.at));
    }
    return rates;
  } finally {
    await Promise.all(started.map((sweeper) => sweeper.end()));
  }
}

async function startSweeper(swept: Swept, { supplier, shopify }: Addresses) {
  const reroute = path.join(import.meta.dirname, "../../sandbox/gateway/reroute.ts");
  const program = path.join(import.meta.dirname, "sweep-worker.ts");
  const child = spawn(...bound(process.execPath, ["--import", reroute, program, swept]), {
    env: { ...process.env, WHOLESALE_BASE_URL: supplier, SANDBOX_SHOP_URL: shopify },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const lines = createInterface(child.stdout);
  await once(lines, "line");
  return {
    sweep: () => {
      child.kill("SIGUSR2");
      return once(lines, "line");
    },
    end: () => {
      child.kill();
      return ended;
    },
  };
}
