import { describe, expect, it } from "vitest";

import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { applyPriceEdit } from "../../../app/catalog/price-edits/apply-price-edit.server.ts";
import { previewPriceEdit } from "../../../app/catalog/price-edits/plan-price-edit.server.ts";
import { undoPriceEdit } from "../../../app/catalog/price-edits/undo-price-edit.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import { parseProductFilter } from "../../../app/catalog/search/product-filter.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import {
  decideWaitingPrices,
  listWaitingPrices,
} from "../../../app/catalog/sync/merchant/decide-waiting-prices.server.ts";
import { findDayChanges } from "../../../app/catalog/sync/merchant/find-home-figures.server.ts";
import { listChanges, listRuns } from "../../../app/catalog/sync/merchant/list-history.server.ts";
import { listOwnFields } from "../../../app/catalog/sync/merchant/list-own-fields.server.ts";
import { keepOwn } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { undoPrices } from "../../../app/catalog/sync/merchant/undo-prices.server.ts";
import { messageOfCause } from "../../../app/catalog/sync/message-of-change.ts";
import { inShop, readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { importThem } from "../import/testing.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant, type WireProduct } from "../stand-in-supplier.ts";
import {
  hourPasses,
  merchantEdits,
  merchantEditsAloud,
  shopSelling,
  shown,
  supplierChanges,
} from "../sync/testing.ts";
import { mirroredShop, openStandIn, rowsOf } from "../testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(amount = "10.00", { currency = "EUR", ...more }: Record<string, unknown> = {}): WireProduct {
  return wireProduct("lamp", {
    variants: [wireVariant("l", { sku: "LAMP", price: { amount, currency: String(currency) } })],
    ...more,
  });
}

/** Sets the lamp's price as a merchant does, and syncs. */
async function setPrice(shop: ShopDomain, value: string): Promise<string> {
  const given = {
    selection: { kind: "filter", filter: parseProductFilter(new URLSearchParams()).filter },
    change: { kind: "fixed", value },
  } as const;
  const seen = (await previewPriceEdit(shop, given))?.seen ?? "";
  const done = await applyPriceEdit(shop, { ...given, seen, except: [], mayBeBelowCost: true });
  if (done.kind !== "applied") throw new Error(`Not applied: ${done.kind}`);
  await syncProducts(shop);
  return done.id;
}

/** Undoes prices, and agrees to those below cost. */
async function undo(shop: ShopDomain, id: string) {
  const asked = await undoPriceEdit(shop, id);
  const undone =
    asked !== null && typeof asked === "object" && "belowCost" in asked
      ? await undoPriceEdit(shop, id, { agreed: asked.version })
      : asked;
  await syncProducts(shop);
  await syncProducts(shop);
  return undone;
}

async function waiting(shop: ShopDomain) {
  return (await readInShop(shop, (tx) => listWaitingPrices(tx, shop))).rows;
}

describe("undoPriceEdit", () => {
  it.each([
    ["is discontinued", lamp("10.00", { discontinued: true })],
    [
      "has lost the variant",
      wireProduct("lamp", {
        variants: [wireVariant("other", { sku: "OTHER", price: { amount: "10.00", currency: "EUR" } })],
      }),
    ],
    ["has a currency without a rate", lamp("10.00", { currency: "SEK" })],
    ["has an unreadable price", lamp("10,00")],
  ])(
    "restores the former price even if the rules make no price because the product %s",
    async (_, changed) => {
      const shop = await shopSelling(supplier, lamp());
      const id = await setPrice(shop, "17.00");
      await supplierChanges({ supplier, shop }, changed);
      expect(shown(shop)).toMatchObject({ LAMP: { price: "17.00" } });
      expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
      expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
      await supplierChanges({ supplier, shop }, lamp("11.00"));
      expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50" } });
    },
  );

  it("restores the former price while price sync is off, and lets it follow once price sync is on", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, price: false });
    await undo(shop, id);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    await storeSyncSettings(shop, DEFAULT_SETTINGS);
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50" } });
  });

  it("restores the former price if the rules' new price was still waiting for approval or had been declined", async () => {
    for (const decision of [null, "leave"] as const) {
      const shop = await shopSelling(supplier, lamp());
      await supplierChanges({ supplier, shop }, lamp("30.00"));
      const seen = [{ supplierVariantId: "l", cost: "30.00", price: "45.00" }];
      if (decision) await decideWaitingPrices(shop, seen, decision);
      const id = await setPrice(shop, "40.00");
      expect(shown(shop)).toMatchObject({ LAMP: { price: "40.00", cost: "30.00" } });
      expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
      await supplierChanges({ supplier, shop }, lamp("30.00", { name: "Lampe" }));
      expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
      expect(await waiting(shop)).toMatchObject(
        decision ? [] : [{ cost: "30.00", costBefore: "10.00", price: "45.00", priceBefore: "15.00" }],
      );
      await supplierChanges({ supplier, shop }, lamp("32.00"));
      expect(await waiting(shop)).toMatchObject([{ cost: "32.00", costBefore: "10.00", price: "48.00" }]);
      await decideWaitingPrices(shop, [{ supplierVariantId: "l", cost: "32.00", price: "48.00" }], "approve");
      await supplierChanges({ supplier, shop }, lamp("32.00"));
      expect(shown(shop)).toMatchObject({ LAMP: { price: "48.00", cost: "32.00" } });
      await supplierChanges({ supplier, shop }, lamp("34.00"));
      expect(shown(shop)).toMatchObject({ LAMP: { price: "51.00" } });
    }
  });

  it("asks for approval if the cost changed much while the merchant's price applied, but not if it changed little", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "50.00");
    await supplierChanges({ supplier, shop }, lamp("30.00"));
    await undo(shop, id);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "30.00" } });
    expect(await waiting(shop)).toMatchObject([{ cost: "30.00", costBefore: "10.00", price: "45.00" }]);
    await supplierChanges({ supplier, shop }, lamp("10.00"));
    expect(await waiting(shop)).toEqual([]);

    const little = await setPrice(shop, "20.00");
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    await undo(shop, little);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50", cost: "11.00" } });
  });

  it("asks before a price goes below cost, and changes nothing before the merchant agrees", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "50.00");
    await supplierChanges({ supplier, shop }, lamp("16.00"));
    expect(await undoPriceEdit(shop, id)).toMatchObject({ belowCost: 1 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "50.00" } });
    expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
  });

  it("asks again if more prices would be below cost than the merchant has agreed to", async () => {
    const cup = (amount: string) =>
      wireProduct("cup", {
        variants: [wireVariant("c", { sku: "CUP", price: { amount, currency: "EUR" } })],
      });
    const shop = await shopSelling(supplier, lamp(), cup("10.00"));
    const id = await setPrice(shop, "50.00");
    await supplierChanges({ supplier, shop }, lamp("16.00"), cup("10.00"));
    const asked = await undoPriceEdit(shop, id);
    expect(asked).toMatchObject({ belowCost: 1 });
    const agreed = asked !== null && typeof asked === "object" && "version" in asked ? asked.version : "";
    await supplierChanges({ supplier, shop }, lamp("16.00"), cup("16.00"));
    expect(await undoPriceEdit(shop, id, { agreed })).toMatchObject({ belowCost: 2 });
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "50.00" }, CUP: { price: "50.00" } });
    expect(await undo(shop, id)).toEqual({ restored: 2, left: 0 });
  });

  it("restores the price of an archived product once it is no longer archived", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    await merchantEditsAloud(shop, "LAMP", { status: "ARCHIVED" });
    await syncProducts(shop);
    expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
    expect(shown(shop)).toMatchObject({ LAMP: { price: "17.00" } });
    await hourPasses(shop);
    await merchantEditsAloud(shop, "LAMP", { status: "ACTIVE" });
    await syncProducts(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
  });

  it("restores nothing while the shop has another currency, and everything once the former currency is back", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    simulated(shop).currencyCode = "USD";
    expect(await undo(shop, id)).toBe("other-currency");
    expect(shown(shop)).toMatchObject({ LAMP: { price: "17.00" } });
    simulated(shop).currencyCode = "EUR";
    expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
  });

  it("restores nothing if the currency of the prices is unknown", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    await query(databaseUrl, "update price_edit set currency = null where shop = $1", [shop]);
    expect(await undo(shop, id)).toBe("other-currency");
    expect(shown(shop)).toMatchObject({ LAMP: { price: "17.00" } });
  });

  it("counts as the merchant's change, so that Home and the undo of a run ignore it", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    await undo(shop, id);
    const changes = await inShop(shop, (tx, now) => findDayChanges(tx, { shop, now }));
    expect(changes).toMatchObject({ up: 0, down: 0, runs: [] });
    const runs = (await readInShop(shop, (tx) => listRuns(tx, shop))).rows;
    expect(runs.map(({ prices }) => prices)).toEqual(runs.map(() => 0));
    for (const run of runs) await undoPrices(shop, run.id);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    const causes = (
      await readInShop(shop, (tx) => listChanges(tx, shop, { runId: null, place: null }))
    ).rows.map(messageOfCause);
    expect(causes).toMatchObject([
      { code: "sync.history.undone-edit" },
      { code: "sync.history.because.set" },
    ]);
    const kinds = (await rowsOf<{ kind: string }>("activity", shop)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["catalog.prices-set", "catalog.prices-undone"]));
  });

  it("records the cost as the reason if the price by the rules differs from the former price", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "20.00");
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    await undo(shop, id);
    const [newest] = (await readInShop(shop, (tx) => listChanges(tx, shop, { runId: null, place: null })))
      .rows;
    expect(newest).toMatchObject({ field: "price", old: "15.00", new: "16.50", reason: "cost", undo: false });
  });

  it("leaves no entry in the history if the price had not been written yet", async () => {
    const shop = await shopSelling(supplier, lamp());
    shopify.setFault("productVariantsBulkUpdate", "502", 1);
    const id = await setPrice(shop, "17.00");
    await undoPriceEdit(shop, id);
    await hourPasses(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
    expect(
      (await readInShop(shop, (tx) => listChanges(tx, shop, { runId: null, place: null }))).rows,
    ).toEqual([]);
  });

  it("continues after a lost reply, and then lets the price follow the supplier again", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    shopify.setFault("productVariantsBulkUpdate", "reset-after-commit");
    await undo(shop, id);
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    await hourPasses(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50" } });
  });

  it("keeps a price that the merchant changes in Shopify before the undo is written", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    await hourPasses(shop);
    merchantEdits(shop, "LAMP", { price: "33.00" });
    await undo(shop, id);
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "33.00" } });
  });

  it("leaves the price to the merchant if the merchant chooses to keep it before the undo is written", async () => {
    const shop = await shopSelling(supplier, lamp());
    const id = await setPrice(shop, "17.00");
    await undoPriceEdit(shop, id);
    await keepOwn(shop, [{ supplierProductId: "lamp", field: "price" }]);
    await syncProducts(shop);
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00" } });
  });
});

describe("undoPriceEdit with a compare-at price", () => {
  /** A shop whose rules say what prices are compared with: 18.00 for the lamp at 15.00. */
  async function comparedShop(): Promise<ShopDomain> {
    const shop = await shopSelling(supplier, lamp());
    await savePriceRules(shop, { rules: rulesWith(markup("50", { compareAt: "20" })), changed: null });
    await importThem(shop, ["lamp"], ["price"]);
    return shop;
  }

  it("restores a compare-at price that the new price had cleared, and lets both prices follow the supplier again", async () => {
    const shop = await comparedShop();
    const id = await setPrice(shop, "20.00");
    expect(shown(shop)).toMatchObject({ LAMP: { price: "20.00", compareAtPrice: null } });
    await undo(shop, id);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", compareAtPrice: "18.00" } });
    await supplierChanges({ supplier, shop }, lamp("11.00"));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50", compareAtPrice: "19.80" } });
  });

  it.each([
    ["known to us", "16.00", true],
    ["not known yet", "16.00", false],
    ["known to us, in place of a cleared one", "20.00", true],
    ["not known yet, in place of a cleared one", "20.00", false],
  ])(
    "keeps a compare-at price that the merchant set later (%s), and restores the price",
    async (_, price, isKnown) => {
      const shop = await comparedShop();
      const id = await setPrice(shop, price);
      await hourPasses(shop);
      if (isKnown) {
        await merchantEditsAloud(shop, "LAMP", { compareAtPrice: "99.00" });
        await syncProducts(shop);
      } else merchantEdits(shop, "LAMP", { compareAtPrice: "99.00" });
      expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
      expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", compareAtPrice: "99.00" } });
      await supplierChanges({ supplier, shop }, lamp("11.00"));
      expect(shown(shop)).toMatchObject({ LAMP: { price: "16.50", compareAtPrice: "99.00" } });
    },
  );
});

describe("undoPriceEdit in a currency with three decimals", () => {
  it("restores the former price although Shopify has rounded the new price", async () => {
    supplier.products = [lamp("1.001", { currency: "KWD" })];
    const shop = await mirroredShop();
    Object.assign(simulated(shop), { plan: "Plus", currencyCode: "KWD" });
    await importThem(shop, ["lamp"], []);
    const before = shown(shop).LAMP?.price;
    const id = await setPrice(shop, "2.345");
    expect(shown(shop).LAMP?.price).not.toBe(before);
    expect(await undo(shop, id)).toEqual({ restored: 1, left: 0 });
    expect(shown(shop).LAMP?.price).toBe(before);
  });
});

describe("keepOwn for a price that is set but not written yet", () => {
  it("removes the price from the merchant's list, also after the price is written", async () => {
    const shop = await shopSelling(supplier, lamp());
    shopify.setFault("productVariantsBulkUpdate", "502", 1);
    await setPrice(shop, "17.00");
    const [row] = (await listOwnFields(shop)).rows;
    expect(await keepOwn(shop, [{ supplierProductId: "lamp", field: "price", seen: row?.seen ?? "" }])).toBe(
      1,
    );
    await hourPasses(shop);
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ LAMP: { price: "17.00" } });
    expect((await listOwnFields(shop)).rows).toEqual([]);
    const kinds = (await rowsOf<{ kind: string }>("activity", shop)).map(({ kind }) => kind);
    expect(kinds).toContain("catalog.own-kept");
  });
});
