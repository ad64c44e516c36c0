import { expect, it } from "vitest";

import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { claimBatch } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { compareBatch } from "../../../app/catalog/sync/compare/compare-batch.server.ts";
import { followBatch } from "../../../app/catalog/sync/follow/follow-batch.server.ts";
import { findPriceOf } from "../../../app/catalog/sync/load-products.server.ts";
import { claimSync, releaseSync } from "../../../app/catalog/sync/sync-lease.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl } from "../../support/world.ts";
import { productsIn } from "../selling-shop.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn } from "../testing.ts";
import { merchantEdits, shopSelling } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

/** Products of a hundred variants: the values of three of them take as long to read as a batch may take on the cheapest plan. */
const products = (amount: string) =>
  ["a", "b", "c"].map((id) =>
    wireProduct(id, {
      options: ["No"],
      variants: Array.from({ length: 100 }, (_, at) =>
        wireVariant(`${id}${String(at)}`, {
          sku: `${id}${String(at)}`,
          options: { No: String(at) },
          price: { amount, currency: "EUR" },
        }),
      ),
    }),
  );

/** The supplier has other costs, and the merchant has changed something of each product. */
async function changedShop(): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, ...products("10.00"));
  // This plan restores points fast enough that no call waits.
  simulated(shop).plan = "Plus";
  await timePasses(shop, HOUR);
  for (const id of ["a", "b", "c"]) merchantEdits(shop, `${id}0`, { title: `Mine ${id}` });
  supplier.products = products("12.00");
  await mirrorCatalog(shop);
  return shop;
}

async function lease(shop: ShopDomain) {
  const claimed = await claimSync(shop);
  if (claimed === null) throw new Error("Nothing is due.");
  return claimed;
}

it("writes some products in each sync even if reading them takes all its time", async () => {
  const shop = await changedShop();
  const priceOf = await findPriceOf(shop);
  const follow = async () => {
    const claimed = await lease(shop);
    const batch = await claimBatch(claimed);
    if (batch === null) throw new Error("There is no batch.");
    // The time is over before anything is read.
    await followBatch(batch, { priceOf, until: performance.now() });
    await releaseSync(claimed, null);
    return productsIn(shop).flatMap(({ variants }) => variants.filter(({ price }) => price === "18.00"))
      .length;
  };
  expect(await follow()).toBe(200);
  expect(await follow()).toBe(300);
});

it("compares as many products as a sync's lease allows, longest due first, and leaves the others due", async () => {
  const shop = await changedShop();
  // The last one has been due the longest.
  await query(
    databaseUrl,
    "update product_link set compare_due_at = now() - make_interval(secs => ascii(supplier_product_id)) where shop = $1",
    [shop],
  );
  const claimed = await lease(shop);
  const isDue = async () =>
    (
      await query<{ id: string }>(
        databaseUrl,
        "select supplier_product_id as id from product_link where shop = $1 and compare_due_at is not null order by supplier_product_id",
        [shop],
      )
    ).map(({ id }) => id);
  expect(await compareBatch(claimed, { variants: 150 })).toBe(true);
  expect(await isDue()).toEqual(["a", "b"]);
  expect(await compareBatch(claimed)).toBe(true);
  expect(await isDue()).toEqual([]);
  expect(await compareBatch(claimed)).toBe(false);
});
