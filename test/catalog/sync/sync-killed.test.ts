import { afterAll, beforeAll, expect, it } from "vitest";

import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { listOwnFields } from "../../../app/catalog/sync/merchant/list-own-fields.server.ts";
import { sweepCatalog } from "../../../app/catalog/wake-catalog.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { killedAt } from "../../support/killed.ts";
import { holdLock, someoneWaits } from "../../support/locks.ts";
import { timePasses } from "../../support/time-passes.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn } from "../testing.ts";
import { historyOf, merchantEdits, shopSelling, shown } from "./testing.ts";

const supplier = await openStandIn();

beforeAll(() => startQueue(jobs));
afterAll(stopQueue);

/** Seconds of a shop's lease. */
const LEASE_SECONDS = 600;

function products(amount: string, stock: number) {
  return ["A", "B"].map((id) =>
    wireProduct(id, { variants: [wireVariant(id, { sku: id, stock, price: { amount, currency: "EUR" } })] }),
  );
}

it.each([
  // Before the write, and after the write but before we have stored it.
  ["product_link", { price: "15.00", cost: "10.00" }],
  ["catalog_change", { price: "18.00", cost: "12.00" }],
])(
  "continues a sync whose process was killed while it wrote to %s, and keeps the merchant's edits",
  async (table, seen) => {
    const shop = await shopSelling(supplier, ...products("10.00", 5));
    supplier.products = products("12.00", 3);
    await timePasses(shop, HOUR);
    await mirrorCatalog(shop);
    const held = await holdLock(`lock table ${table} in share mode`, []);
    const module = "app/catalog/sync/follow/sync-products.server.ts";
    await killedAt({ module, name: "syncProducts", args: [shop] }, someoneWaits);
    await held.release();
    expect(shown(shop)["B"]).toMatchObject(seen);

    merchantEdits(shop, "A", { price: "99.00" });
    await timePasses(shop, LEASE_SECONDS);
    await sweepCatalog();
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({
      A: { price: "99.00", cost: "12.00", available: 3 },
      B: { price: "18.00", cost: "12.00", available: 3 },
    });
    const { rows } = await listOwnFields(shop);
    expect(rows).toMatchObject([{ supplierProductId: "A", fields: [{ field: "price" }] }]);
    expect((await historyOf(shop)).filter((line) => line === "we: price 15.00 → 18.00")).toHaveLength(1);
  },
);
