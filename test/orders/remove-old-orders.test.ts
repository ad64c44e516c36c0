import { expect, it } from "vitest";

import { removeOldOrders } from "../../app/orders/remove-orders.server.ts";
import { query } from "../support/database.ts";
import { timePasses } from "../support/time-passes.ts";
import { databaseUrl, newShop } from "../support/world.ts";
import { storeOrder, storeOrders } from "./stored-order.ts";

const DAYS = 86_400;

async function left(shop: string): Promise<string[]> {
  const rows = await query<{ id: string }>(databaseUrl, "select id from supplier_order where shop = $1", [
    shop,
  ]);
  return rows.map(({ id }) => id).toSorted();
}

it("removes only orders that ended two years ago, in every shop", async () => {
  const [shop, other, young] = [newShop(), newShop(), newShop()];
  const requestedAt = new Date();
  const kept = await storeOrders(shop, [
    { state: "placed", requestedAt },
    { state: "held", requestedAt },
    { state: "in_doubt", requestedAt },
    // The order is due, or was never looked at.
    { state: "delivered", requestedAt, dueAt: requestedAt },
    { state: "canceled", requestedAt, reason: "canceled-at-supplier", reasonParams: { number: "W-1" } },
  ]);
  for (const state of ["delivered", "shipped", "canceled"] as const)
    await storeOrder(shop, { state, requestedAt, ...(state === "canceled" && { reason: "canceled" }) });
  const parcel = await storeOrder(shop, { state: "delivered", requestedAt });
  await query(
    databaseUrl,
    `insert into shipment (id, shop, order_id, supplier_shipment_id, lines, state, due_at)
     values (gen_random_uuid(), $1, $2, 'shp', '[]', 'due', now())`,
    [shop, parcel],
  );
  await storeOrder(other, { state: "delivered", requestedAt });
  const recent = await storeOrder(young, { state: "delivered", requestedAt });
  for (const each of [shop, other]) await timePasses(each, 731 * DAYS);
  await timePasses(young, 729 * DAYS);
  await removeOldOrders();
  expect(await left(shop)).toEqual([...kept, parcel].toSorted());
  expect(await left(other)).toEqual([]);
  expect(await left(young)).toEqual([recent]);
});

it("removes old orders in batches, with all lines that were not ordered again", async () => {
  const shop = newShop();
  const ids = await storeOrders(
    shop,
    Array.from({ length: 501 }, () => ({ state: "delivered" as const, requestedAt: new Date() })),
  );
  for (const [line, order] of [
    ["1", ids[0]],
    ["2", ids[1]],
  ])
    await query(
      databaseUrl,
      `with counted as (insert into shop_order_line (shop, line_item_id, shop_order_id, ordered) values ($1, $2, 'o', 1))
       insert into supplier_order_line (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title, quantity)
       values (gen_random_uuid(), $1, $3, $2, 'f', 'v', 's', 't', 1)`,
      [shop, line, order],
    );
  // Ordered again since.
  const again = await storeOrder(shop, { state: "placed", requestedAt: new Date() });
  await query(
    databaseUrl,
    `insert into supplier_order_line (id, shop, order_id, line_item_id, fulfillment_order_line_id, supplier_variant_id, sku, title, quantity)
     values (gen_random_uuid(), $1, $2, '2', 'f', 'v', 's', 't', 1)`,
    [shop, again],
  );
  await timePasses(shop, 731 * DAYS);
  await removeOldOrders();
  expect(await left(shop)).toEqual([again]);
  const counted = await query(databaseUrl, "select line_item_id from shop_order_line where shop = $1", [
    shop,
  ]);
  expect(counted).toEqual([{ line_item_id: "2" }]);
});
