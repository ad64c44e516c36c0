import { setTimeout as pause } from "node:timers/promises";

import { atMost, type Figure } from "../figure.ts";
import { forgetPeak, residentMb } from "../memory.ts";
import { percentile } from "../statistics.ts";
import { openPoster, sendAll, sendAtRate } from "./poster.ts";
import { requestWebhook, webhookBytes } from "./webhook.ts";
import type { World } from "./world.ts";

const SUBJECTS = 2000;
const TIMES = 10;
/** Before it is measured. */
const WARM_UP = 200;
const CONNECTIONS = 100;
/** Each of the other shops has one order meanwhile, so many a second. */
const ORDERS_A_SECOND = 10;
const FIRST_ORDER = 70_000_001;
const GIVE_UP_MS = 200_000;

/** A storm of one shop that brings nothing new, while all others order. */
export async function measureBurst(world: World): Promise<Figure[]> {
  await world.renew();
  const { shops, secret, query, tell } = world;
  const [stormy = "", ...others] = shops;
  const orders = others.map((shop, index) => ({ shop, number: FIRST_ORDER + index }));
  for (const { shop, number } of orders) await tell({ request: { shop, numbers: [number] } });
  const storm = Array.from({ length: WARM_UP + SUBJECTS * TIMES }, (_, index) =>
    stormAbout(index % SUBJECTS),
  );
  const webhooks = storm.map((about) => webhookBytes(secret, { shop: stormy, ...about }));
  const app = await world.startApp();
  const poster = openPoster(app.url, CONNECTIONS);
  const ofOthers = openPoster(app.url, 10);
  try {
    await sendAll(poster, { requests: webhooks.slice(0, WARM_UP), atOnce: 10 });
    await pause(2000);
    const idle = await residentMb(app.pid);
    await forgetPeak(app.pid);
    const started = performance.now();
    const ordering = sendAtRate(ofOthers, {
      requests: orders.map((order) => requestWebhook(secret, order)),
      perSecond: ORDERS_A_SECOND,
    });
    const answers = await sendAll(poster, { requests: webhooks.slice(WARM_UP), atOnce: CONNECTIONS });
    const takenSeconds = (performance.now() - started) / 1000;
    const ordered = await ordering;
    const isHandled = async () => {
      const [row] = await query<{ due: boolean }>(
        "select exists (select from inbox_entry where due_at is not null) as due",
      );
      return row?.due === false;
    };
    while (!(await isHandled()) && performance.now() - started < GIVE_UP_MS) await pause(250);
    const handledSeconds = (performance.now() - started) / 1000;
    const peak = await residentMb(app.pid, "VmHWM");
    const kept = await query<{ count: number }>(
      "select count(*)::int as count from inbox_entry where shop = $1",
      [stormy],
    );
    const { posts } = await tell({});
    const waits = orders.map(({ number }, index) => {
      const [, at = Infinity] =
        Object.entries(posts).find(([reference]) => reference.split("-")[1] === String(number)) ?? [];
      return (at - (ordered[index]?.sentAt ?? NaN)) / 1000;
    });
    const lost =
      webhooks.length - (kept[0]?.count ?? 0) + answers.filter(({ status }) => status !== 200).length;
    return [
      atMost(10, { figure: "burst of 20,000: taken in", value: takenSeconds, unit: "s" }),
      atMost(90, { figure: "burst of 20,000: handled in", value: handledSeconds, unit: "s" }),
      atMost(0, { figure: "burst of 20,000: lost or not acknowledged", value: lost, unit: "webhooks" }),
      atMost(64, { figure: "burst of 20,000: memory above idle", value: peak - idle, unit: "MB" }),
      atMost(2, {
        figure: "burst of 20,000: slowest order of another shop to its POST",
        value: percentile(waits, 1),
        unit: "s",
        scale: `${String(others.length)} shops`,
      }),
    ];
  } finally {
    poster.close();
    ofOthers.close();
    await app.end();
  }
}

function stormAbout(subject: number): { topic: string; body: object } {
  return subject % 2 === 0
    ? {
        topic: "products/update",
        body: { admin_graphql_api_id: `gid://shopify/Product/${String(subject + 1000)}` },
      }
    : { topic: "orders/edited", body: { order_edit: { order_id: subject + 1000 } } };
}
