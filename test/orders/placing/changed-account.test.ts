import { afterAll, beforeAll, expect, it } from "vitest";

import { dropLinks } from "../../../app/catalog/links/drop-links.server.ts";
import { keepLinks } from "../../../app/catalog/links/keep-links.server.ts";
import { wakeOrders } from "../../../app/orders/wake-orders.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobHandlers } from "../../../app/wiring/handlers.server.ts";
import { query } from "../../support/database.ts";
import { databaseUrl } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

// Nobody works off the wake-ups here: each test does, when it wants to.
beforeAll(() => startQueue(jobHandlers));
afterAll(stopQueue);

const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** A shop whose products come from the account before, with an order for one of them. */
async function shopOfAnother(): Promise<SellingShop> {
  const world = await sellingShop();
  await query(databaseUrl, "update product_link set account = 'the one before' where shop = $1", [
    world.shop,
  ]);
  world.request(world.order().name);
  await world.ingestRequests();
  await world.workOff();
  return world;
}

it("an order for a product of the account before waits, and nothing is bought", async () => {
  const world = await shopOfAnother();
  expect(await world.row()).toMatchObject({
    state: "held",
    reason: "account-changed",
    said: expect.stringContaining("settings page") as string,
  });
  await world.workOff(later(3700));
  expect(await world.row()).toMatchObject({ state: "held", reason: "account-changed" });
  expect(await world.bought()).toEqual([]);
});

it("it goes once the merchant has said that the products are the same", async () => {
  const world = await shopOfAnother();
  await keepLinks(world.shop);
  await wakeOrders(world.shop, later(60));
  await world.workOff(later(61));
  expect(await world.row()).toMatchObject({ state: "placed" });
  expect(await world.bought()).toHaveLength(1);
});

it("it stays the merchant's own to fulfil once they have started fresh", async () => {
  const world = await shopOfAnother();
  await dropLinks(world.shop);
  await wakeOrders(world.shop, later(60));
  await world.workOff(later(61));
  expect(await world.row()).toMatchObject({ state: "held", reason: "unlinked-variant" });
  expect(await world.bought()).toEqual([]);
});
