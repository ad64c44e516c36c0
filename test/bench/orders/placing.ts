import { setTimeout as pause } from "node:timers/promises";

import { atLeast, atMost, type Figure, known } from "../figure.ts";
import { mean, percentile } from "../statistics.ts";
import { openPoster, sendAll, sendAtRate } from "./poster.ts";
import { type Receiver, startLean } from "./start-lean.ts";
import { requestWebhook } from "./webhook.ts";
import type { World } from "./world.ts";

/** The supplier's response time and, if a single order is measured, Shopify's. */
const ANSWER_MS = 20;
/** The first orders of a process that has just started, then those of the warm process. */
const PARTS = [
  { figure: "orders a second, 1,000 from a cold start", count: 1000, goal: 0.5 },
  { figure: "orders a second, burst of 3,000", count: 3000, goal: 0.75 },
];
/** Before single orders are measured. */
const WARM_UP = 300;
/** App and lean take turns so often; the mean counts. */
const TURNS = 2;
const CONCURRENCY = 32;
const RATE = { perSecond: 10, seconds: 20 };

/** Measures how fast orders go from the webhook to the shop's acceptance, beside lean. */
export async function measurePlacing(world: World): Promise<Figure[]> {
  return [...(await besideLean(world)), await untilPosted(world)];
}

async function besideLean(world: World): Promise<Figure[]> {
  const app: number[][] = [];
  const lean: number[][] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    app.push(await ordersPerSecond(world, () => world.startApp()));
    lean.push(await ordersPerSecond(world, () => startLean("lean-orders.ts", String(CONCURRENCY))));
  }
  return PARTS.flatMap(({ figure, goal }, part) => {
    const meanOf = (turns: number[][]) => mean(turns.map((turn) => turn[part] ?? NaN));
    return [
      atLeast(goal, { figure: `${figure}, beside lean`, value: meanOf(app) / meanOf(lean), unit: "ratio" }),
      known({ figure, value: meanOf(app), unit: "per s" }),
      known({ figure: `${figure}: lean`, value: meanOf(lean), unit: "per s" }),
    ];
  });
}

/** Returns the rate of each part, from its first webhook until all orders are accepted. */
async function ordersPerSecond(world: World, start: () => Promise<Receiver>): Promise<number[]> {
  await world.renew();
  await world.tell({ supplierMs: ANSWER_MS, shopMs: 0 });
  const { url, end } = await start();
  const poster = openPoster(url, 32);
  try {
    const rates: number[] = [];
    let sent = 0;
    for (const { count } of PARTS) {
      const requests = webhooks(world, sent + 1, count);
      sent += count;
      const started = performance.now();
      void sendAll(poster, { requests, atOnce: 32 });
      await accepted(world, sent);
      rates.push(count / ((performance.now() - started) / 1000));
    }
    return rates;
  } finally {
    poster.close();
    await end();
  }
}

/** Until so many are accepted. @throws where an order was sent twice. */
export async function accepted(world: World, count: number): Promise<void> {
  const until = performance.now() + 300_000;
  for (;;) {
    const seen = await world.tell({});
    if (seen.accepted >= count) {
      if (seen.repeated > 0 || Object.keys(seen.posts).length !== count)
        throw new Error("An order was sent twice, or under another name.");
      return;
    }
    if (performance.now() > until)
      throw new Error(`Only ${String(seen.accepted)} of ${String(count)} were accepted.`);
    await pause(20);
  }
}

/**
 * From the moment a webhook is sent until its order's POST arrives, less the two answers in between: of Shopify, and of the
 * supplier.
 */
async function untilPosted(world: World): Promise<Figure> {
  await world.renew();
  await world.tell({ supplierMs: ANSWER_MS, shopMs: ANSWER_MS });
  const { url, end } = await world.startApp();
  const poster = openPoster(url, 32);
  try {
    await sendAll(poster, { requests: webhooks(world, 1, WARM_UP), atOnce: 32 });
    await accepted(world, WARM_UP);
    const count = RATE.perSecond * RATE.seconds;
    const requests = webhooks(world, WARM_UP + 1, count);
    const answers = await sendAtRate(poster, { requests, perSecond: RATE.perSecond });
    await accepted(world, WARM_UP + count);
    const { posts } = await world.tell({});
    const waits = Object.entries(posts).flatMap(([reference, at]) => {
      const answer = answers[Number(reference.split("-")[1]) - WARM_UP - 1];
      return answer ? [at - answer.sentAt] : [];
    });
    const value = percentile(waits, 0.95) - 2 * ANSWER_MS;
    return atMost(45, { figure: "webhook to POST at 10/s, p95, beyond the two answers", value, unit: "ms" });
  } finally {
    poster.close();
    await end();
  }
}

/** Requests of fulfillment, from all shops in turn. */
export function webhooks({ shops, secret }: World, first: number, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    requestWebhook(secret, { shop: shops[index % shops.length] ?? "", number: first + index }),
  );
}
