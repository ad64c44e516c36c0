import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport, startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { applyPrices } from "../../../app/catalog/pricing/apply-prices.server.ts";
import { refreshPricing } from "../../../app/catalog/pricing/find-pricing.server.ts";
import { readRules } from "../../../app/catalog/pricing/price-rules-store.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { decideWaitingPrices } from "../../../app/catalog/sync/merchant/decide-waiting-prices.server.ts";
import { followSupplier } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { undoPrices } from "../../../app/catalog/sync/merchant/undo-prices.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { listRuns } from "../../../app/catalog/sync/merchant/list-history.server.ts";
import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, HOUR, openStandIn, rowsOf } from "../testing.ts";
import {
  historyOf,
  merchantEdits,
  merchantEditsAloud,
  productOf,
  shopSelling,
  shown,
  supplierChanges,
  undoAgreed,
} from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount: string) {
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", price: { amount, currency: "EUR" } })],
  });
}

/** A shop in which a run has changed the lamp's price from 15.00 to 18.00. */
async function changedShop(): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, lamp("10.00"));
  await supplierChanges({ supplier, shop }, lamp("12.00"));
  return shop;
}

/** A shop whose rules say what prices are compared with. */
async function comparedShop(): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, lamp("10.00"));
  await savePriceRules(shop, { rules: rulesWith(markup("50", { compareAt: "20" })), changed: null });
  await requestImport(shop, ["lamp"]);
  await importProducts(shop);
  return shop;
}

async function lastRun(shop: ShopDomain): Promise<string> {
  const [run] = (await readInShop(shop, (tx) => listRuns(tx, shop))).rows;
  if (!run) throw new Error("There was no run.");
  return run.id;
}

describe("undoing the prices of a run", () => {
  it("restores the former prices, which are the merchant's from then on, and keeps the new cost", async () => {
    const shop = await changedShop();
    expect(await undoPrices(shop, await lastRun(shop))).toMatchObject({ restored: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "12.00" } });
    await supplierChanges({ supplier, shop }, lamp("13.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "13.00" } });
  });

  it("restores the prices once even if the merchant presses the button twice", async () => {
    const shop = await changedShop();
    const run = await lastRun(shop);
    const counts = await Promise.all([undoPrices(shop, run), undoPrices(shop, run)]);
    expect(counts).toContainEqual({ restored: 1, left: 0 });
    expect(counts).toContain(null);
    await syncProducts(shop);
    expect((await historyOf(shop)).filter((line) => line.includes("price 18.00 → 15.00"))).toHaveLength(1);
  });

  it("does not change prices that a newer run or the merchant has changed since", async () => {
    const shop = await changedShop();
    const run = await lastRun(shop);
    await supplierChanges({ supplier, shop }, lamp("13.00"));
    expect(await undoPrices(shop, run)).toEqual({ restored: 0, left: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "19.50" } });

    const edited = await changedShop();
    const theirs = await lastRun(edited);
    merchantEdits(edited, "LAMP", { price: "99.00" });
    await undoPrices(edited, theirs);
    await syncProducts(edited);
    expect(shown(edited)).toMatchObject({ LAMP: { price: "99.00" } });
  });

  it("continues once Shopify answers again, even if the merchant lets a cost follow the supplier meanwhile", async () => {
    const shop = await changedShop();
    await undoPrices(shop, await lastRun(shop));
    await followSupplier(shop, [{ supplierProductId: "lamp", field: "cost" }]);
    shopify.setFault("productVariantsBulkUpdate", "502", 100);
    await syncProducts(shop);
    shopify.setFault("productVariantsBulkUpdate", "502", 0);
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "12.00" } });
  });

  it("does not count products that the shop no longer has", async () => {
    const shop = await changedShop();
    const run = await lastRun(shop);
    shopify.merchant.deleteProduct(gid("Product", productOf(shop, "LAMP").id), shop);
    await timePasses(shop, 8 * DAY);
    await syncProducts(shop);
    expect(await undoPrices(shop, run)).toMatchObject({ restored: 0 });
    await syncProducts(shop);
  });

  it("restores the prices of a run even if Shopify's reply to that run got lost", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    shopify.setFault("productVariantsBulkUpdate", "reset-after-commit");
    await supplierChanges({ supplier, shop }, lamp("12.00"));
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00" } });
    expect(await historyOf(shop)).toEqual(["we: cost 10.00 → 12.00", "we: price 15.00 → 18.00"]);
    expect(await undoPrices(shop, await lastRun(shop))).toMatchObject({ restored: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
  });

  it("keeps a compare-at price that the merchant set before or after the run", async () => {
    for (const isBefore of [true, false]) {
      const shop = await comparedShop();
      const edit = () => merchantEditsAloud(shop, "LAMP", { compareAtPrice: "99.00" });
      if (isBefore) {
        await edit();
        await syncProducts(shop);
      }
      await supplierChanges({ supplier, shop }, lamp("12.00"));
      await timePasses(shop, HOUR);
      if (!isBefore) await edit();
      await syncProducts(shop);
      expect(await undoPrices(shop, await lastRun(shop))).toMatchObject({ restored: 1 });
      await syncProducts(shop);
      expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", compareAtPrice: "99.00" } });
    }
  });

  it("is dropped if an import overwrites the prices before the undo is written", async () => {
    const shop = await changedShop();
    await undoPrices(shop, await lastRun(shop));
    const selection = { kind: "products" as const, ids: ["lamp"] };
    await startImport(shop, { selection, options: { ...USUAL_OPTIONS, overwrite: ["price"] } });
    await importProducts(shop);
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("treats a price that an import wrote after a change of currency as a price in the new currency", async () => {
    const shop = await changedShop();
    simulated(shop).currencyCode = "USD";
    await refreshPricing(shop);
    const { savedAt } = await inShop(shop, (tx) => readRules(tx, shop));
    const rates = [{ from: "EUR", to: "USD", rate: "2", date: "2026-11-01" }];
    await savePriceRules(shop, { rules: rulesWith(markup("50"), { rates }), changed: savedAt });
    const selection = { kind: "products" as const, ids: ["lamp"] };
    await startImport(shop, { selection, options: { ...USUAL_OPTIONS, overwrite: ["price"] } });
    await importProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "36.00" } });
    expect(await rowsOf("variant_link", shop)).toMatchObject([{ former_currency: [] }]);
  });

  it("also writes a cost that the supplier changed before the undo was written", async () => {
    const shop = await changedShop();
    await undoPrices(shop, await lastRun(shop));
    await supplierChanges({ supplier, shop }, lamp("13.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "13.00" } });
  });

  it("lets prices follow the supplier again once the merchant chooses that", async () => {
    const shop = await changedShop();
    await undoPrices(shop, await lastRun(shop));
    await syncProducts(shop);
    await followSupplier(shop, [{ supplierProductId: "lamp", field: "price" }]);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
  });

  it("also restores prices whose change the merchant had approved", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    await supplierChanges({ supplier, shop }, lamp("30.00"));
    await decideWaitingPrices(shop, [{ supplierVariantId: "l", cost: "30.00", price: "45.00" }], "approve");
    await syncProducts(shop);
    const run = await lastRun(shop);
    expect(await undoAgreed(shop, run)).toMatchObject({ restored: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "30.00" } });
  });

  it("asks before a price goes below cost, and changes nothing before the merchant agrees", async () => {
    const shop = await changedShop();
    const run = await lastRun(shop);
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await supplierChanges({ supplier, shop }, lamp("16.00"));
    expect(await undoPrices(shop, run)).toMatchObject({ belowCost: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00" } });
    expect(await undoPrices(shop, run, { agreed: "others" })).toMatchObject({ belowCost: 1 });
    expect(await undoAgreed(shop, run)).toEqual({ restored: 1, left: 0 });
    const kinds = (await rowsOf<{ kind: string }>("activity", shop)).map(({ kind }) => kind);
    expect(kinds).toContain("catalog.prices-undone");
  });

  it("cannot restore an amount in the shop's old currency, but restores a price that a later run changed", async () => {
    const shop = await shopSelling(supplier, lamp("10.00"));
    simulated(shop).currencyCode = "USD";
    await refreshPricing(shop);
    const saved = async () => (await inShop(shop, (tx) => readRules(tx, shop))).savedAt;
    const rates = [{ from: "EUR", to: "USD", rate: "2", date: "2026-11-01" }];
    await savePriceRules(shop, { rules: rulesWith(markup("50"), { rates }), changed: await saved() });
    await applyPrices(shop, { savedAt: await saved() });
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, approveAbove: null });
    await supplierChanges({ supplier, shop }, lamp("10.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "30.00" } });
    const [change] = await rowsOf<{ field: string }>("catalog_change", shop).then((changes) =>
      changes.filter(({ field }) => field === "price"),
    );
    expect(change).toMatchObject({ old: null, new: "30.00", currency: null });
    expect(await undoPrices(shop, await lastRun(shop))).toBe("other-currency");
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "33.00" } });
    expect(await undoPrices(shop, await lastRun(shop))).toEqual({ restored: 1, left: 0 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "30.00" } });
  });

  it("undoes nothing while the shop has another currency, and everything once the former currency is back", async () => {
    const shop = await changedShop();
    const run = await lastRun(shop);
    simulated(shop).currencyCode = "USD";
    expect(await undoPrices(shop, run)).toBe("other-currency");
    expect(
      (await readInShop(shop, (tx) => listRuns(tx, shop))).rows.find(({ id }) => id === run),
    ).toMatchObject({ undoneAt: null });
    expect((await rowsOf<{ kind: string }>("activity", shop)).map(({ kind }) => kind)).not.toContain(
      "catalog.prices-undone",
    );
    simulated(shop).currencyCode = "EUR";
    expect(await undoAgreed(shop, run)).toEqual({ restored: 1, left: 0 });
  });

  it("undoes nothing if the currency of the prices is unknown", async () => {
    const shop = await changedShop();
    await query(databaseUrl, "update catalog_change set currency = null where shop = $1", [shop]);
    expect(await undoPrices(shop, await lastRun(shop))).toBe("other-currency");
  });

  it("asks again if the cost has risen since the merchant agreed to sell below cost", async () => {
    const shop = await changedShop();
    const run = await lastRun(shop);
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await supplierChanges({ supplier, shop }, lamp("16.00"));
    const asked = await undoPrices(shop, run);
    const agreed = asked !== null && typeof asked === "object" && "version" in asked ? asked.version : "";
    await supplierChanges({ supplier, shop }, lamp("160.00"));
    expect(await undoPrices(shop, run, { agreed })).toMatchObject({ belowCost: 1 });
  });

  it("restores the price, but keeps a compare-at price that a later run or the merchant has changed since", async () => {
    const byRun = await comparedShop();
    await supplierChanges({ supplier, shop: byRun }, lamp("12.00"));
    const run = await lastRun(byRun);
    const saved = async () => (await inShop(byRun, (tx) => readRules(tx, byRun))).savedAt;
    const rules = rulesWith(markup("50", { compareAt: "50" }));
    await savePriceRules(byRun, { rules, changed: await saved() });
    await applyPrices(byRun, { savedAt: await saved() });
    await syncProducts(byRun);
    expect(shown(byRun)).toMatchObject({ LAMP: { price: "18.00", compareAtPrice: "27.00" } });
    expect(await undoPrices(byRun, run)).toEqual({ restored: 1, left: 0 });
    await syncProducts(byRun);
    expect(shown(byRun)).toMatchObject({ LAMP: { price: "15.00", compareAtPrice: "27.00" } });

    const unnoticed = await comparedShop();
    await supplierChanges({ supplier, shop: unnoticed }, lamp("12.00"));
    await timePasses(unnoticed, HOUR);
    merchantEdits(unnoticed, "LAMP", { compareAtPrice: "99.00" });
    await undoPrices(unnoticed, await lastRun(unnoticed));
    await syncProducts(unnoticed);
    expect(shown(unnoticed)).toMatchObject({ LAMP: { price: "15.00", compareAtPrice: "99.00" } });
  });
});
