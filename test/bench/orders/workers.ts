import { atLeast, type Figure, known } from "../figure.ts";
import { accepted, webhooks } from "./placing.ts";
import { openPoster, sendAll } from "./poster.ts";
import type { World } from "./world.ts";

/** So slow that none of the machine's time is short. */
const SUPPLIER_MS = 2000;
const WORKERS = [1, 2, 3];
/** For each worker: several rounds of what it sends at once, for at the end of the last one others have nothing to do. */
const ORDERS = 320;

/** Measures how much more several worker processes get done against a slow supplier. */
export async function measureWorkers(world: World): Promise<Figure[]> {
  const rates: number[] = [];
  for (const count of WORKERS) rates.push(await rateOf(world, count));
  const [one = 0] = rates;
  return rates.flatMap((value, index) => {
    const workers = String(WORKERS[index]);
    const rate = known({
      figure: `orders a second of ${workers} workers, supplier of 2 s`,
      value,
      unit: "per s",
    });
    const linear = {
      figure: `${workers} workers beside linear`,
      value: value / (one * (index + 1)),
      unit: "ratio",
    };
    return index === 0 ? [rate] : [rate, atLeast(0.9, linear)];
  });
}

async function rateOf(world: World, workers: number): Promise<number> {
  await world.renew();
  await world.tell({ supplierMs: SUPPLIER_MS, shopMs: 0 });
  const web = await world.startApp({ ROLE: "web" });
  const started = await Promise.all(
    Array.from({ length: workers }, () => world.startApp({ ROLE: "worker" })),
  );
  const poster = openPoster(web.url, 32);
  try {
    // A shop's first order goes step by step, and would be half of what one worker has to do.
    const first = world.shops.length;
    void sendAll(poster, { requests: webhooks(world, 1, first), atOnce: 32 });
    await accepted(world, first);
    const count = workers * ORDERS;
    const began = performance.now();
    void sendAll(poster, { requests: webhooks(world, first + 1, count), atOnce: 32 });
    await accepted(world, first + count);
    return count / ((performance.now() - began) / 1000);
  } finally {
    poster.close();
    await Promise.all([web, ...started].map(({ end }) => end()));
  }
}
