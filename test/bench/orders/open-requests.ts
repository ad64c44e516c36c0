import { atMost, type Figure, known } from "../figure.ts";
import { accepted } from "./placing.ts";
import { percentile } from "../statistics.ts";
import { openPoster } from "./poster.ts";
import { requestWebhook } from "./webhook.ts";
import type { World } from "./world.ts";

const OPEN = 1000;
const EACH = 150;
const WARM_UP = 50;
const FIRST_OPEN = 60_000_001;

/** Compares webhooks of a shop in which many requests stand open, held by us, with those of one that has none. */
export async function measureOpenRequests(world: World): Promise<Figure[]> {
  await world.renew();
  const { shops, secret, query, tell } = world;
  const [none = "", many = ""] = shops;
  await tell({
    supplierMs: 0,
    shopMs: 0,
    request: { shop: many, numbers: Array.from({ length: OPEN }, (_, index) => FIRST_OPEN + index) },
  });
  await query(
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, reason, requested_at, due_at)
     select gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/' || n, 'gid://shopify/Order/' || n, '#' || n, 'held',
       'paused', now(), now() + interval '1 hour'
     from generate_series($2::int, $2::int + $3::int - 1) n`,
    [many, FIRST_OPEN, OPEN],
  );
  await query("vacuum analyze supplier_order");
  const app = await world.startApp();
  const poster = openPoster(app.url, 1);
  const waits = { [none]: [] as number[], [many]: [] as number[] };
  try {
    // In turns, one after the other: until each is ordered and accepted.
    for (let number = 1; number <= 2 * (WARM_UP + EACH); number += 1) {
      const shop = number % 2 === 0 ? none : many;
      const started = performance.now();
      await poster.send(requestWebhook(secret, { shop, number }));
      await accepted(world, number);
      if (number > 2 * WARM_UP) waits[shop]?.push(performance.now() - started);
    }
    const [beside = NaN, alone = NaN] = [many, none].map((shop) => percentile(waits[shop] ?? [], 0.5));
    return [
      atMost(1.2, {
        figure: "a webhook while 1,000 requests of its shop stand open, beside none",
        value: beside / alone,
        unit: "ratio",
        scale: `medians of ${String(EACH)} orders each`,
      }),
      known({ figure: "such a webhook until its order is accepted", value: beside, unit: "ms" }),
    ];
  } finally {
    poster.close();
    await app.end();
  }
}
