import { atMost, type Figure, known, progress } from "../figure.ts";
import { forgetPeak, residentMb } from "../memory.ts";
import { percentile } from "../statistics.ts";
import { BROWSER, sessionToken } from "./order-pages.ts";
import type { World } from "./world.ts";

const ORDERS = 100_000;
const TIMES = 100;
const NEW_LINE = 10;

/** Measures the profit page, and the file of all orders, of a shop that has sold for a year. */
export async function measureProfit(world: World): Promise<Figure[]> {
  await world.renew();
  const [shop = ""] = world.shops;
  await fillOrders(world, shop);
  progress("filled the tables");
  const app = await world.startApp({ ROLE: "web" });
  const get = async (address: string) => {
    const authorization = `Bearer ${await sessionToken(world, shop)}`;
    const answer = await fetch(new URL(address, app.url), {
      headers: { authorization, "user-agent": BROWSER },
    });
    if (answer.status !== 200) throw new Error(`${address} answered ${String(answer.status)}.`);
    return answer;
  };
  try {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const since = performance.now();
      await (await get("/app/profit?_data=routes%2Fapp.profit")).arrayBuffer();
      if (time >= TIMES / 4) times.push(performance.now() - since);
    }
    progress("read the page");
    const before = await residentMb(app.pid);
    await forgetPeak(app.pid);
    const since = performance.now();
    const file = await get("/app/export-orders?from=2000-01-01");
    let lines = 0;
    for (const reader = file.body?.getReader(); ;) {
      const { value } = (await reader?.read()) ?? {};
      if (value === undefined) break;
      lines += value.filter((byte) => byte === NEW_LINE).length;
    }
    const seconds = (performance.now() - since) / 1000;
    if (lines !== ORDERS + 1) throw new Error(`The file has ${String(lines)} lines.`);
    const more = (await residentMb(app.pid, "VmHWM")) - before;
    const scale = `${String(ORDERS)} orders of a year`;
    return [
      atMost(40, { figure: "profit page, server p95", value: percentile(times, 0.95), unit: "ms", scale }),
      known({ figure: "profit page, server median", value: percentile(times, 0.5), unit: "ms", scale }),
      atMost(20, { figure: "CSV of all orders", value: seconds, unit: "s", scale }),
      atMost(64, { figure: "CSV of all orders, memory beside before", value: more, unit: "MB", scale }),
    ];
  } finally {
    await app.end();
    await world.renew();
  }
}

async function fillOrders({ query }: World, shop: string): Promise<void> {
  await query(
    `insert into supplier_order (id, shop, fulfillment_order_id, shop_order_id, order_name, state, requested_at, placed_at,
       supplier_order_id, acceptance, revenue, shipping_paid, tax, revenue_currency, paid_currency, country, items_cost,
       shipping_cost, profit, cost_total, cost_shipping, cost_currency)
     select gen_random_uuid(), $1, 'gid://shopify/FulfillmentOrder/' || n, 'gid://shopify/Order/' || n, '#' || n, 'delivered',
       now() - make_interval(mins => ($2::int - n) * 5), now() - make_interval(mins => ($2::int - n) * 5), 'ord_' || n, 'accepted',
       '37.82', '4.12', '7.18', 'EUR', 'EUR', (array['DE', 'FR', 'AT', 'NL'])[1 + n % 4], '32.00', '5.40',
       (4.54 - n % 7)::text, '37.40', '5.40', 'EUR'
     from generate_series(1, $2::int) n`,
    [shop, ORDERS],
  );
  await query(
    `insert into supplier_order_line (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku,
       title, quantity, revenue, cost)
     select gen_random_uuid(), shop, id, shop_order_id || part, shop_order_id || part, 'var_' || length(order_name) * part, 'S-' || part, 'Lamp',
       1, '18.91', '16.00'
     from supplier_order, generate_series(1, 2) part where shop = $1`,
    [shop],
  );
  await query("vacuum analyze supplier_order");
  await query("vacuum analyze supplier_order_line");
  await query("vacuum analyze profit_change");
}
