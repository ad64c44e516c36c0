import { expect, it } from "vitest";

import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import { reconcileOrders } from "../../../app/orders/reconciling/reconcile-orders.server.ts";
import { reconcileShop } from "../../../app/orders/reconciling/reconcile-shop.server.ts";
import {
  findDifferencesIn,
  readProgress,
  requestComparison,
} from "../../../app/orders/reconciling/request-comparisons.server.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, wholesale } from "../../support/world.ts";
import { type SellingShop, sellingShop } from "../shop-world.ts";

openQueue();

const { ledger } = wholesale.supplier;

async function compareNow({ shop }: SellingShop): Promise<void> {
  await requestComparison(shop);
  await reconcileShop(shop);
  await reconcileOrders(shop);
}

function progressOf({ shop }: SellingShop) {
  return readInShop(shop, (tx, now) => readProgress(tx, { shop, now }));
}

it("compares both sides at once, and lists an order that only the supplier has, with its number", async () => {
  const world = await sellingShop();
  const { shop } = world;
  expect(await progressOf(world)).toMatchObject({ comparedAt: null });
  world.request(world.order().name);
  await world.ingestRequests();
  await world.processDue();
  const [supplied] = await world.bought();
  const stray = ledger.place({
    ...supplied!,
    reference: supplied!.reference.replace(/-\d+-1$/, "-999-1"),
  });
  await compareNow(world);
  const { state, comparedAt } = await progressOf(world);
  expect(state).toBe("rests");
  expect(comparedAt).not.toBeNull();
  const found = await inShop(shop, (tx, now) => findDifferencesIn(tx, { shop, now, since: now }));
  expect(found).toMatchObject({
    mismatches: [{ message: { code: "orders.mismatch.unknown", number: stray.id }, url: "/app/orders" }],
    needsAttention: [],
  });
});

it("goes on with a comparison that is under way if it is requested again", async () => {
  const world = await sellingShop();
  const { shop } = world;
  await requestComparison(shop);
  expect(await progressOf(world)).toMatchObject({ state: "under-way" });
  await query(
    databaseUrl,
    "update order_reconciliation set pages = 3, cursor = 'c', began_at = now() where shop = $1",
    [shop],
  );
  await requestComparison(shop);
  const [row] = await query(databaseUrl, "select pages, cursor from order_reconciliation where shop = $1", [
    shop,
  ]);
  expect(row).toEqual({ pages: 3, cursor: "c" });
});

it("begins no comparison of another shop", async () => {
  const [world, other] = [await sellingShop(), await sellingShop()];
  await requestComparison(world.shop);
  const rows = await query(databaseUrl, "select shop from order_reconciliation where shop = any($1)", [
    [world.shop, other.shop],
  ]);
  expect(rows).toEqual([{ shop: world.shop }]);
});
