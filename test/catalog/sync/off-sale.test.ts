import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { resumeSelling, stopSelling } from "../../../app/catalog/sync/merchant/stop-selling.server.ts";
import { setOwnPrices } from "../../../app/catalog/sync/merchant/set-own-prices.server.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { HOUR, openStandIn, rowsOf } from "../testing.ts";
import { merchantEdits, productOf, shopSelling, shown, supplierChanges } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function product(id: string, stock = 7) {
  return wireProduct(id, {
    variants: [
      wireVariant(`${id}-v`, { sku: id.toUpperCase(), price: { amount: "10.00", currency: "EUR" }, stock }),
    ],
  });
}

const LAMP = { ids: ["lamp"] };

describe("stopSelling", () => {
  it("makes products drafts, whose former status returns when sales resume", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    merchantEdits(shop, "CUP", { status: "UNLISTED" });
    const of = { ids: ["lamp", "cup"] };
    expect(await stopSelling(shop, { of, how: "draft" })).toEqual({ count: 2, skipped: 0 });
    await syncProducts(shop);
    expect([productOf(shop, "LAMP").status, productOf(shop, "CUP").status]).toEqual(["DRAFT", "DRAFT"]);
    expect(await resumeSelling(shop, of)).toEqual({ count: 2, skipped: 0 });
    await syncProducts(shop);
    expect([productOf(shop, "LAMP").status, productOf(shop, "CUP").status]).toEqual(["ACTIVE", "UNLISTED"]);
  });

  it("keeps stock at zero while the supplier's stock changes, until sales resume", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await stopSelling(shop, { of: LAMP, how: "zero" });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 0 } });
    await supplierChanges({ supplier, shop }, product("lamp", 12));
    expect(shown(shop)).toMatchObject({ LAMP: { available: 0 } });
    await requestImport(shop, ["lamp"]);
    await importProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 0 } });
    await resumeSelling(shop, LAMP);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 12 } });
  });

  it("makes a product a draft even if the merchant has turned off the sync of availability", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, availability: false });
    await stopSelling(shop, { of: LAMP, how: "draft" });
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("DRAFT");
    await resumeSelling(shop, LAMP);
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("ACTIVE");
  });

  it("records one activity if the merchant presses the button twice", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await stopSelling(shop, { of: LAMP, how: "zero" });
    expect(await stopSelling(shop, { of: LAMP, how: "zero" })).toEqual({ count: 0, skipped: 0 });
    const entries = await rowsOf<{ kind: string }>("activity", shop);
    expect(entries.filter(({ kind }) => kind === "catalog.sale-stopped-zero")).toHaveLength(1);
  });

  it("counts products whose stock the merchant keeps, and does not change them", async () => {
    const shop = await shopSelling(supplier, product("lamp"), product("cup"));
    await keepOwn(shop, [{ supplierProductId: "lamp", field: "stock" }]);
    const of = { ids: ["lamp", "cup"] };
    expect(await stopSelling(shop, { of, how: "zero" })).toEqual({ count: 1, skipped: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { available: 7 }, CUP: { available: 0 } });
  });

  it("leaves a product as a draft if the supplier stops selling it and then sells it again", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await stopSelling(shop, { of: LAMP, how: "draft" });
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, { ...product("lamp"), discontinued: true });
    await supplierChanges({ supplier, shop }, product("lamp"));
    expect(productOf(shop, "LAMP").status).toBe("DRAFT");
  });

  it("no longer applies once the merchant makes the product active in Shopify", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    await stopSelling(shop, { of: LAMP, how: "draft" });
    await syncProducts(shop);
    merchantEdits(shop, "LAMP", { status: "ACTIVE" });
    await supplierChanges({ supplier, shop }, product("lamp", 9));
    await resumeSelling(shop, LAMP);
    await supplierChanges({ supplier, shop }, { ...product("lamp", 9), name: "Lamp, again" });
    expect(productOf(shop, "LAMP").status).toBe("ACTIVE");
  });

  it("makes a product a draft even if a running sync has just noticed that the merchant changed the status", async () => {
    const others = ["a", "b", "c", "d"];
    const shop = await shopSelling(supplier, product("lamp"), ...others.map((id) => product(id)));
    for (const id of ["lamp", ...others])
      await setOwnPrices(shop, [{ supplierVariantId: `${id}-v`, price: "20.00", seen: "15.00" }]);
    // Four products are written at once, so that the fifth is written while the first is read.
    shopify.setFault("productVariantsBulkUpdate", "reset-a-second-after-commit", 5);
    const syncing = syncProducts(shop);
    await expect.poll(() => shown(shop)["LAMP"]?.price).toBe("20.00");
    merchantEdits(shop, "LAMP", { status: "UNLISTED" });
    await expect.poll(() => shown(shop)["D"]?.price).toBe("20.00");
    await stopSelling(shop, { of: LAMP, how: "draft" });
    await syncing;
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("DRAFT");
    await resumeSelling(shop, LAMP);
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("UNLISTED");
  });

  it("leaves archived products archived", async () => {
    const shop = await shopSelling(supplier, product("lamp"));
    merchantEdits(shop, "LAMP", { status: "ARCHIVED" });
    await stopSelling(shop, { of: LAMP, how: "draft" });
    await syncProducts(shop);
    expect(productOf(shop, "LAMP").status).toBe("ARCHIVED");
  });
});
