import { expect, it } from "vitest";

import { sweepOrderChanges } from "../../../app/orders/changes/sweep-order-changes.server.ts";
import { sweepShopReconciliations } from "../../../app/orders/reconciling/reconcile-shop.server.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { inside, type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

/** Returns how many calls to the shop a sweep makes after some seconds. */
async function callsOfSweep({ shop }: SellingShop, seconds: number): Promise<number> {
  await timePasses(shop, seconds);
  const before = simulated(shop).usage.calls;
  await sweepOrderChanges();
  return simulated(shop).usage.calls - before;
}

/** Returns names of orders whose page reports a changed address. */
async function told({ shop }: SellingShop): Promise<string[]> {
  const rows = await query<{ name: string }>(
    databaseUrl,
    `select order_name as name from supplier_order where shop = $1 and reason = 'changed-in-shop'
       and reason_params::text like '%orders.change.address%' order by id`,
    [shop],
  );
  return rows.map(({ name }) => name);
}

/** Stores 99 more unshipped orders, which the shop does not show and which were compared before. */
async function copyOrder({ shop }: SellingShop): Promise<void> {
  const [{ columns } = { columns: "" }] = await query<{ columns: string }>(
    databaseUrl,
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'supplier_order' and is_generated = 'NEVER'`,
  );
  await query(
    databaseUrl,
    `insert into supplier_order (${columns}) select ${columns} from (
       select (jsonb_populate_record(one, jsonb_build_object(
         'id', gen_random_uuid(), 'shop_version', 'not shown not there',
         'fulfillment_order_id', 'gid://shopify/FulfillmentOrder/99' || number, 'shop_order_id', 'gid://shopify/Order/99' || number))).*
       from supplier_order one, generate_series(100, 198) as number where shop = $1) copied`,
    [shop],
  );
}

it("reports an address change without a webhook within five minutes, with one read per 100 orders", async () => {
  const world = await sellingShop();
  await sweepShopReconciliations();
  expect(await callsOfSweep(world, 300)).toBe(0);
  const { name } = world.order();
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
  await copyOrder(world);
  // Orders that changed within the last minute are compared once more: Shopify's times are whole seconds.
  inside(world, name).updatedAt = new Date(Date.now() - 600_000);
  expect(await callsOfSweep(world, 300)).toBeGreaterThan(1);

  expect(await callsOfSweep(world, 100)).toBe(0);
  expect(await callsOfSweep(world, 200)).toBe(1);
  shopify.merchant.changeAddress(name, { address1: "Neue Straße 1" }, world.shop);
  expect(await told(world)).toEqual([]);
  await callsOfSweep(world, 240);
  expect(await told(world)).toEqual([name]);
});

it("compares the addresses of shipped orders once, with one read per 100 orders", async () => {
  const world = await sellingShop();
  await sweepShopReconciliations();
  const { name } = world.order();
  world.request(name);
  await world.ingestRequests();
  await world.processDue();
  await copyOrder(world);
  await query(databaseUrl, "update supplier_order set state = 'shipped' where shop = $1", [world.shop]);
  shopify.merchant.changeAddress(name, { address1: "Neue Straße 1" }, world.shop);
  expect(await callsOfSweep(world, 300)).toBe(1);
  const tooLate = await query(
    databaseUrl,
    "select order_name from supplier_order where shop = $1 and reason = 'address-changed-too-late'",
    [world.shop],
  );
  expect(tooLate).toEqual([{ order_name: name }]);
  expect(await callsOfSweep(world, 300)).toBe(0);
});
