import { expect, it } from "vitest";

import { dropLinks, keepLinks } from "../../../app/catalog/links/foreign-links.server.ts";
import { findConnection } from "../../../app/connection/connection-store.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { wakeOrders } from "../../../app/orders/store/wake-orders.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

/** The connection that the merchant sees. */
async function seen(shop: ShopDomain): Promise<{ generation: number }> {
  return { generation: (await findConnection(shop))!.generation };
}

openQueue();

/** A shop whose products come from the account before, with an order for one of them. */
async function shopOfAnother(): Promise<SellingShop> {
  const world = await sellingShop();
  await query(databaseUrl, "update product_link set account = 'the one before' where shop = $1", [
    world.shop,
  ]);
  world.request(world.order().name);
  await world.ingestRequests();
  await world.processDue();
  return world;
}

it("holds an order for a product that is linked to the former account, and buys nothing", async () => {
  const world = await shopOfAnother();
  const waiting = {
    state: "held",
    reason: "account-changed",
    reason_params: { lines: [expect.any(String) as string] },
  };
  expect(await world.row()).toMatchObject(waiting);
  await world.processLater(3700);
  expect(await world.row()).toMatchObject(waiting);
  expect(await world.bought()).toEqual([]);
});

it("continues an order once the merchant has said that the products are the same", async () => {
  const world = await shopOfAnother();
  await keepLinks(world.shop, await seen(world.shop));
  await wakeOrders(world.shop, "account-decided");
  await world.processDue();
  expect(await world.row()).toMatchObject({ state: "placed" });
  expect(await world.bought()).toHaveLength(1);
});

it("holds an order if the merchant chose to drop the links to the former account", async () => {
  const world = await shopOfAnother();
  await dropLinks(world.shop, await seen(world.shop));
  await wakeOrders(world.shop, "account-decided");
  await world.processDue();
  expect(await world.row()).toMatchObject({ state: "held", reason: "unlinked-variant" });
  expect(await world.bought()).toEqual([]);
});
