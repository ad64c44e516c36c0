import { randomUUID } from "node:crypto";

import { SignJWT } from "jose";

import { atMost, type Figure, known, progress } from "../figure.ts";
import { percentile } from "../statistics.ts";
import type { World } from "./world.ts";

const ORDERS = 100_000;
const PRODUCTS = 50_000;
const TIMES = 150;
/** No new turn begins after so many seconds, so a busy machine measures fewer turns than `TIMES`. */
const SECONDS = 240;
/** Turns before the measured ones. */
const WARM_UP = 10;
const TO_SEND = 2000;
/** Shopify's package answers programs with 410. */
export const BROWSER =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const LIST = "routes/app.orders._index";
const PAGES = [
  ["home", "/app", "routes/app._index"],
  ["orders to send", "/app/orders?show=to-send", LIST],
  ["orders to send, a part of an SKU", "/app/orders?show=to-send&query=KU-77", LIST],
  ["orders page", "/app/orders", LIST],
  ["orders page, those that need attention", "/app/orders?show=needs-attention", LIST],
  ["orders page, those in progress", "/app/orders?show=in-progress", LIST],
  ["orders page, shipped ones", "/app/orders?show=shipped", LIST],
  ["orders page, oldest first", "/app/orders?sort=oldest", LIST],
  ["orders page, highest profit", "/app/orders?sort=profit-high", LIST],
  ["orders page, lowest revenue", "/app/orders?sort=paid-low", LIST],
  ["orders page, lowest profit of those in progress", "/app/orders?sort=profit-low&show=in-progress", LIST],
  ["orders page, a later page by profit", "/app/orders?sort=profit-high&older-than=15_LAST", LIST],
  ["orders page, a frequent state", "/app/orders?state=delivered", LIST],
  ["orders page, a state of none", "/app/orders?state=rejected", LIST],
  ["orders page, a reason", "/app/orders?reason=unlinked-variant", LIST],
  ["orders page, a reason of none", "/app/orders?reason=no-street", LIST],
  ["orders page, a country", "/app/orders?country=CH", LIST],
  ["orders page, a month", "/app/orders?from=FROM&until=UNTIL", LIST],
  [
    "orders page, all filters",
    "/app/orders?state=canceled&reason=canceled&country=CH&from=FROM&until=UNTIL",
    LIST,
  ],
  ["orders page, a search that finds one", "/app/orders?query=%2354321", LIST],
  ["orders page, a part of a name", "/app/orders?query=432", LIST],
  ["orders page, a tracking number", "/app/orders?query=JD0000054320", LIST],
  ["orders page, a frequent SKU", "/app/orders?query=SKU-7", LIST],
  ["orders page, a rare SKU", "/app/orders?query=SKU-RARE-55", LIST],
  ["orders page, a part of an SKU", "/app/orders?query=KU-77", LIST],
  ["orders page, a word of titles", "/app/orders?query=cup", LIST],
  ["orders page, two words of one title", "/app/orders?query=cup%20777", LIST],
  ["orders page, a search that finds none", "/app/orders?query=nothing%20has%20this", LIST],
  ["orders page, a search with a filter", "/app/orders?query=cup&state=canceled&sort=oldest", LIST],
] as const;

/** Sorts behind the ids of orders with the same amount. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Measures how long a process for pages takes for the data of home and the orders page of a shop with many orders. */
export async function measureOrderPages(world: World): Promise<Figure[]> {
  await world.renew();
  const [shop = ""] = world.shops;
  await fillOrders(world, shop);
  await fillToSend(world, shop);
  await fillProducts(world, shop);
  progress("filled the tables");
  const app = await world.startApp({ ROLE: "web" });
  try {
    const times = new Map<string, number[]>(PAGES.map(([name]) => [name, []]));
    // In turns, so that none of them alone meets a process that has just begun.
    const until = performance.now() + SECONDS * 1000;
    let time = 0;
    for (; time < TIMES && performance.now() < until; time += 1) {
      if (time % 25 === 0) progress(`turn ${String(time)} of ${String(TIMES)}`);
      for (const [name, address, route] of PAGES) {
        const url = new URL(
          address.replace("FROM", dayAgo(60)).replace("UNTIL", dayAgo(30)).replace("LAST", LAST),
          app.url,
        );
        url.searchParams.set("_data", route);
        const authorization = `Bearer ${await sessionToken(world, shop)}`;
        const since = performance.now();
        const answer = await fetch(url, { headers: { authorization, "user-agent": BROWSER } });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`${address} answered ${String(answer.status)}.`);
        if (time >= WARM_UP) times.get(name)?.push(performance.now() - since);
      }
    }
    const scale = `data, ${String(ORDERS)} orders, ${String(time)} turns`;
    return [...times].flatMap(([name, taken]) => [
      atMost(40, { figure: `${name}, server p95`, value: percentile(taken, 0.95), unit: "ms", scale }),
      known({ figure: `${name}, server median`, value: percentile(taken, 0.5), unit: "ms", scale }),
    ]);
  } finally {
    await app.end();
    await world.renew();
  }
}

/** Paid orders without a request. */
async function fillToSend({ query }: World, shop: string): Promise<void> {
  await query(
    `insert into unrequested_order (id, shop, fulfillment_order_id, shop_order_id, order_name, opened_at, shop_version, lines,
       shipping_paid, country, seen_at)
     select gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/w' || n, 'gid://shopify/Order/w' || n, '#W' || n,
       now() - make_interval(mins => n), 'v', jsonb_build_array(jsonb_build_object('title', 'Cup Fjord ' || n % 1000,
         'sku', 'SKU-' || n % 1000, 'shopVariantId', 'gid://shopify/ProductVariant/9' || 1 + n % 50, 'quantity', 1,
         'unitPrice', jsonb_build_object('amount', '15.00', 'currency', 'EUR'),
         'net', jsonb_build_object('amount', '15.00', 'currency', 'EUR'))),
       '4.90', 'DE', now()
     from generate_series(1, $2::int) n`,
    [shop, TO_SEND],
  );
  await query("vacuum analyze unrequested_order");
}

/** Products of which one in ten is sold out, one in fifty ended or below cost, and that changed last night. */
async function fillProducts({ query }: World, shop: string): Promise<void> {
  const values = [shop, PRODUCTS];
  await query(
    `insert into product_search (shop, supplier_product_id, name_key, cost_from, in_stock, discontinued, first_seen, terms)
     select $1, 'p' || n, 'product ' || n, 10, n % 10 <> 0, n % 50 = 1, now(), '' from generate_series(1, $2::int) n`,
    values,
  );
  await query(
    `insert into product_link (shop, supplier_product_id, state, shop_product_id, requested_at, imported_at)
     select $1, 'p' || n, 'imported', 'gid://shopify/Product/9' || n, now(), now() from generate_series(1, $2::int) n`,
    values,
  );
  await query(
    `insert into variant_link (shop, supplier_variant_id, supplier_product_id, shop_variant_id, inventory_item_id, cost, in_shop,
       below_cost)
     select $1, 'home-v' || n, 'p' || n, 'gid://shopify/ProductVariant/9' || n, 'gid://shopify/InventoryItem/9' || n, '10.00',
       jsonb_build_object('price', case when n % 50 = 2 then '9.00' else '15.00' end, 'cost', '10.00'), n % 50 = 2
     from generate_series(1, $2::int) n`,
    values,
  );
  await query(
    `with run as (insert into sync_run (id, shop, started_at, ended_at, products, changed)
       select gen_random_uuid(), $1, now() - interval '6 hours', now() - interval '5 hours', $2::int, $2::int returning id)
     insert into catalog_change (id, shop, run_id, supplier_product_id, supplier_variant_id, field, old, new, at)
     select gen_random_uuid(), $1, run.id, 'p' || n, 'v' || n, field, '15', (14 + n % 3)::text, now() - interval '6 hours'
     from run, generate_series(1, $2::int) n, unnest(array['price', 'stock']) field`,
    values,
  );
  for (const table of ["product_search", "product_link", "variant_link", "catalog_change"])
    await query(`vacuum analyze ${table}`);
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** As in a shop that has sold for a year: most of it has arrived, some is on its way, a little needs attention. */
async function fillOrders({ query }: World, shop: string): Promise<void> {
  await query(
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, reason, acknowledged_reason,
       country, requested_at, placed_at, supplier_order_id, acceptance, update_due_at, revenue, shipping_paid, profit, revenue_currency)
     select gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/' || n, 'gid://shopify/Order/' || n, '#' || n,
       case when n % 100 < 4 then 'canceled' when n % 1000 = 55 then 'held'
         when n > $2::int * 0.94 then (array['placed', 'shipped', 'partially_shipped'])[1 + n % 3] else 'delivered' end,
       case when n % 100 < 4 then 'canceled' when n % 1000 = 55 then 'unlinked-variant' when n % 50 = 7 then 'shipment-not-shown' end,
       case when n % 50 = 7 then 'shipment-not-shown' end, (array['DE', 'AT', 'FR', 'NL', 'CH'])[1 + n % 5],
       now() - make_interval(secs => ($2::int - n) * 60), now() - make_interval(secs => ($2::int - n) * 60), 'ord_' || n, 'accepted',
       case when n > $2::int * 0.94 then now() + interval '1 hour' end,
       (20 + n % 977)::text, '4.90', (n % 313 / 10.0 - 3)::text, 'EUR'
     from generate_series(1, $2::int) n`,
    [shop, ORDERS],
  );
  // A thousand titles, one of them in every fifth order, as a shop's best-seller is; and packages of those that have left.
  await query(
    `insert into supplier_order_line (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title, quantity)
     select gen_random_uuid(), shop, id, 'gid://shopify/LineItem/' || n || '-' || line, 'l', 'v' || item,
       case when n = 55 then 'SKU-RARE-55' else 'SKU-' || item end,
       (array['Cup', 'Plate', 'Bowl', 'Pot'])[1 + item % 4] || ' Fjord ' || item, 1
     from (select shop, id, substr(order_name, 2)::int as n from supplier_order where shop = $1) orders
     cross join generate_series(0, 1) line
     cross join lateral (select case when (n + line) % 5 = 0 then 7 else (n * 7 + line * 13) % 1000 end as item) chosen
     where line = 0 or n % 2 = 0`,
    [shop],
  );
  await query(
    `insert into shipment (id, shop, order_id, supplier_shipment_id, tracking_number, lines, state)
     select gen_random_uuid(), shop, id, '1', 'JD' || lpad(substr(order_name, 2), 10, '0'), '[]', 'shown'
     from supplier_order where shop = $1 and state in ('shipped', 'delivered')`,
    [shop],
  );
  for (const table of ["supplier_order", "supplier_order_line", "shipment"])
    await query(`vacuum analyze ${table}`);
}

/** Returns a session token of the shop's admin. */
export async function sessionToken({ secret }: World, shop: string): Promise<string> {
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
