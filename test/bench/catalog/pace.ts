import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { bound } from "../../../scripts/bound-process.ts";
import { z } from "zod";

import { shopDomain } from "../../../app/lib/shop-domain.ts";
import type { ShopBackend } from "../../sandbox/shop/backend.ts";
import { atLeast, atMost, type Figure } from "../figure.ts";
import { percentile } from "../statistics.ts";
import { openShop } from "./shopify-shop.ts";
import type { World } from "./world.ts";

const SHOP = shopDomain.parse("paced.myshopify.com");
const PROCESSES = 2;
/** Some forty seconds of what the shop's plan restores. */
const CALLS_EACH = 200;
/** As in the midst of a long import: all is used but what is kept free. */
const LEVEL = 0.2;

/** Measures how near background work comes to Shopify's limit, and how soon others are served beside it. */
export async function measurePace(world: World): Promise<Figure[]> {
  return [...(await measureBudget(world.sample(CALLS_EACH))), ...(await measureQueue(world))];
}

async function measureBudget(callsEach: number): Promise<Figure[]> {
  const { shopify, state: simulated, close } = await openShop(SHOP);
  try {
    const { maximumAvailable, restoreRate } = shopify.throttle.status(simulated);
    shopify.throttle.take(simulated, maximumAvailable * (1 - LEVEL));
    const before = { ...simulated.usage };
    const seconds = await Promise.all(Array.from({ length: PROCESSES }, () => run(shopify, callsEach)));
    const points = simulated.usage.points - before.points;
    const minimum = points / restoreRate;
    return [
      atMost(1.1, {
        figure: "background calls of two processes beside Shopify's limit",
        value: Math.max(...seconds) / minimum,
        unit: "× minimum",
      }),
      atMost(0.01, {
        figure: "of these, throttled",
        value: (simulated.usage.throttled - before.throttled) / (PROCESSES * callsEach),
        unit: "of calls",
      }),
    ];
  } finally {
    await close();
  }
}

async function run({ url }: ShopBackend, calls: number): Promise<number> {
  const reroute = path.join(import.meta.dirname, "../../sandbox/gateway/reroute.ts");
  const script = path.join(import.meta.dirname, "pace-process.ts");
  const child: ChildProcess = spawn(
    ...bound(process.execPath, ["--import", reroute, script, SHOP, String(calls)]),
    {
      env: { ...process.env, SANDBOX_SHOP_URL: url },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  let said = "";
  child.stdout?.on("data", (text) => (said += String(text)));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error("A process that sends background calls has failed.");
  return Number(said);
}

const CLICKS = 40;
const WINDOW_MS = 5000;
const STRETCH_MS = 1000;

/** Bulk of many shops in one worker: its work alone and with clicks between, and how soon these begin. */
async function measureQueue({ otherShops, sample }: World): Promise<Figure[]> {
  const [windowMs, clicks] = [sample(WINDOW_MS), sample(CLICKS)];
  const { inShop } = await import("../../../app/lib/database/db.server.ts");
  const { enqueue, startQueue, startWorking, stopQueue } = await import("../../../app/queue/boss.server.ts");
  const { defineJobs } = await import("../../../app/queue/jobs.ts");

  const data = z.object({ shop: shopDomain, click: z.number().optional() });
  const jobs = defineJobs({ "bench.bulk": { data, isBulk: true, concurrency: 4 } });
  const job = jobs["bench.bulk"];
  let done = 0;
  let goesOn = true;
  const begun = new Map<number, (at: number) => void>();
  const handlers = {
    "bench.bulk": async ({ shop, click }: z.infer<typeof data>) => {
      if (click !== undefined) {
        begun.get(click)?.(performance.now());
        return;
      }
      // A transaction for each product, as an import has them; then the next stretch.
      for (const until = performance.now() + STRETCH_MS; goesOn && performance.now() < until; done += 1)
        await inShop(shop, (tx) => tx.productLink.count({ where: { shop } }));
      if (goesOn) await inShop(shop, (tx) => enqueue(tx, job, { shop }));
    },
  };
  await startQueue(jobs);
  await startWorking(jobs, handlers);
  const [clicking, ...working] = otherShops;
  if (!clicking) throw new Error("There are no other shops.");
  for (const shop of working) await inShop(shop, (tx) => enqueue(tx, job, { shop }));
  await pause(STRETCH_MS);

  const counted = async (beside: () => Promise<void>) => {
    const before = done;
    await beside();
    return done - before;
  };
  const alone = await counted(() => pause(windowMs));
  const waits: number[] = [];
  const besides = await counted(async () => {
    const end = pause(windowMs);
    for (let click = 0; click < clicks; click += 1) {
      const sent = performance.now();
      const begins = new Promise<number>((resolve) => begun.set(click, resolve));
      await inShop(clicking, (tx) => enqueue(tx, job, { shop: clicking, click }, { isUrgent: true }));
      waits.push((await begins) - sent);
      await pause(windowMs / clicks / 2);
    }
    await end;
  });
  goesOn = false;
  await stopQueue();
  return [
    atMost(250, {
      figure: "another shop's click beside bulk, until it begins, p95",
      value: percentile(waits, 0.95),
      unit: "ms",
    }),
    atLeast(0.8, { figure: "bulk meanwhile, beside its speed alone", value: besides / alone, unit: "×" }),
  ];
}
