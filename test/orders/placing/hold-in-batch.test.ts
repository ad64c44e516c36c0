import { randomUUID } from "node:crypto";

import { expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { holdOrder } from "../../../app/orders/holding/hold-order.server.ts";
import { readStanding } from "../../../app/orders/store/standing.server.ts";
import type { ShopOrderId } from "../../../app/shop/ids.ts";
import { NO_PAST } from "../../../app/shop/orders/fulfillment-order.ts";
import { query } from "../../support/database.ts";
import { databaseUrl, newShop } from "../../support/world.ts";

/** Attempts of one shop that begin in one transaction, each for a customer's order with one line. */
const asked = ["1", "2"].map((number) => ({
  shopOrderId: `gid://shopify/Order/${number}` as ShopOrderId,
  lineItemId: `gid://shopify/LineItem/${number}`,
}));

it.each([0, 1])("a workflow that holds order %i of a batch pauses that order only", async (held) => {
  const shop = newShop();
  for (const { shopOrderId, lineItemId } of asked)
    await query(
      databaseUrl,
      "insert into shop_order_line (shop, line_item_id, shop_order_id, ordered) values ($1, $2, $3, 1)",
      [shop, lineItemId, shopOrderId],
    );
  // The order's row is being opened by a transaction that this one does not see.
  await holdOrder(shop, asked[held]!.shopOrderId);
  const items = asked.map(({ lineItemId }) => {
    const lines = [{ lineItemId, title: "Mug", quantity: 1, ordered: 1 }];
    return {
      shop,
      orderId: randomUUID(),
      intent: { past: NO_PAST, isProbe: false, lines },
    };
  });
  const standing = await inShop(shop, (tx) => readStanding(tx, items));
  expect(items.map((item) => standing.get(item)?.isPaused)).toEqual([held === 0, held === 1]);
});
