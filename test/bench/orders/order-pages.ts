import { randomUUID } from "node:crypto";

import { SignJWT } from "jose";

import { atMost, type Figure } from "../figure.ts";
import { percentile } from "../statistics.ts";
import type { World } from "./world.ts";

const ORDERS = 100_000;
const TIMES = 150;
/** Shopify's package answers programs with 410. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const PAGES = [
  ["home", "/app", "routes/app._index"],
  ["orders page", "/app/orders", "routes/app.orders._index"],
  ["orders page, those that need attention", "/app/orders?show=needs-attention", "routes/app.orders._index"],
  ["orders page, those in progress", "/app/orders?show=in-progress", "routes/app.orders._index"],
  ["orders page, a search that finds one", "/app/orders?query=%2354321", "routes/app.orders._index"],
] as const;

/** Measures how long a process for pages takes for the data of home and the orders page of a shop with many orders. */
export async function measureOrderPages(world: World): Promise<Figure[]> {
  await world.renew();
  const [shop = ""] = world.shops;
  await fillOrders(world, shop);
  const app = await world.startApp({ ROLE: "web" });
  try {
    const times = new Map<string, number[]>(PAGES.map(([name]) => [name, []]));
    // In turns, so that none of them alone meets a process that has just begun.
    for (let time = 0; time < TIMES; time += 1)
      for (const [name, address, route] of PAGES) {
        const url = new URL(address, app.url);
        url.searchParams.set("_data", route);
        const authorization = `Bearer ${await sessionToken(world, shop)}`;
        const since = performance.now();
        const answer = await fetch(url, { headers: { authorization, "user-agent": BROWSER } });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${address} answered ${String(answer.status)}.`);
        if (time >= TIMES / 3) times.get(name)?.push(performance.now() - since);
      }
    const scale = `data, ${String(ORDERS)} orders`;
    return [...times].map(([name, taken]) =>
      atMost(40, { figure: `${name}, server p95`, value: percentile(taken, 0.95), unit: "ms", scale }),
    );
  } finally {
    await app.end();
    await world.renew();
  }
}

/** As in a shop that has sold for a year: most of it has arrived, some is on its way, a little needs attention. */
async function fillOrders({ query }: World, shop: string): Promise<void> {
  await query(
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, reason, acknowledged_reason,
       requested_at, placed_at, supplier_order_id, acceptance, update_due_at)
     select gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/' || n, 'gid://shopify/Order/' || n, '#' || n,
       case when n % 100 < 4 then 'canceled' when n % 1000 = 55 then 'held'
         when n > $2::int * 0.94 then (array['placed', 'shipped', 'partially_shipped'])[1 + n % 3] else 'delivered' end,
       case when n % 100 < 4 then 'canceled' when n % 1000 = 55 then 'unlinked-variant' when n % 50 = 7 then 'shipment-not-shown' end,
       case when n % 50 = 7 then 'shipment-not-shown' end,
       now() - make_interval(secs => ($2::int - n) * 60), now() - make_interval(secs => ($2::int - n) * 60), 'ord_' || n, 'accepted',
       case when n > $2::int * 0.94 then now() + interval '1 hour' end
     from generate_series(1, $2::int) n`,
    [shop, ORDERS],
  );
  await query("vacuum analyze supplier_order");
}

async function sessionToken({ secret }: World, shop: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ dest: `https://${shop}`, sid: "a session" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(`https://${shop}/admin`)
    .setAudience("bench-api-key")
    .setSubject("1")
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + 60)
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(secret));
}
