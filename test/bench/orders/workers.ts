import { atLeast, type Figure, known } from "../figure.ts";
import { accepted, webhooks } from "./placing.ts";
import { openPoster, sendAll } from "./poster.ts";
import type { World } from "./world.ts";

/** Slow enough that the machine has idle time. */
const SUPPLIER_MS = 2000;
const WORKERS = 3;
/** For each worker: several rounds of what it sends at once, for at the end of the last one others have nothing to do. */
const ORDERS = 256;

/** Measures how much more several worker processes get done against a slow supplier. */
export async function measureWorkers(world: World): Promise<Figure[]> {
  const rates = await ratesByWorkers(world);
  return besideLinear(rates, {
    rate: (workers) => `orders a second of ${workers}, supplier of 2 s`,
    linear: (workers) => `${workers} beside linear`,
    unit: "per s",
  });
}

/** Returns the figures of one worker, two workers, and so on: each rate, and its share of a linear growth of the first. */
export function besideLinear(
  rates: number[],
  {
    rate,
    linear,
    unit,
  }: { rate: (workers: string) => string; linear: (workers: string) => string; unit: string },
): Figure[] {
  const [one = 0] = rates;
  return rates.flatMap((value, index) => {
    const workers = `${String(index + 1)} workers`;
    const measured = known({ figure: rate(workers), value, unit });
    const share = { figure: linear(workers), value: value / (one * (index + 1)), unit: "ratio" };
    return index === 0 ? [measured] : [measured, atLeast(0.9, share)];
  });
}

/** One worker, and then one more after each rate. */
async function ratesByWorkers(world: World): Promise<number[]> {
  await world.renew();
  await world.tell({ supplierMs: SUPPLIER_MS, shopMs: 0 });
  const web = await world.startApp({ ROLE: "web" });
  const started = [web];
  const poster = openPoster(web.url, 32);
  let sent = 0;
  const send = async (count: number) => {
    const requests = webhooks(world, sent + 1, count);
    sent += count;
    const began = performance.now();
    void sendAll(poster, { requests, atOnce: 32 });
    await accepted(world, sent);
    return count / ((performance.now() - began) / 1000);
  };
  try {
    const rates: number[] = [];
    for (let workers = 1; workers <= WORKERS; workers += 1) {
      started.push(await world.startApp({ ROLE: "worker" }));
      // A shop's first order goes step by step, and would be half of what one worker has to do.
      if (workers === 1) await send(world.shops.length);
      rates.push(await send(workers * ORDERS));
    }
    return rates;
  } finally {
    poster.close();
    await Promise.all(started.map(({ end }) => end()));
  }
}
