import fc from "fast-check";
import { expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import {
  decideWaitingPrices,
  listWaitingPrices,
} from "../../../app/catalog/sync/merchant/decide-waiting-prices.server.ts";
import { followSupplier } from "../../../app/catalog/sync/merchant/own-fields.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { DEFAULT_SETTINGS } from "../../../app/catalog/links/sync-settings.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { wakeCatalogAfterAccessRestored } from "../../../app/catalog/wake-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { ShopFault } from "../../sandbox/shop/faults.ts";
import { copies } from "../../support/copied-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { markup, rulesWith } from "../pricing/testing.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { mirroredShop, openStandIn } from "../testing.ts";
import { hourPasses, merchantEdits, merchantEditsAloud, productOf, shown } from "./testing.ts";

/** Events that may happen to a product in the shop, in any order, and invariants that hold throughout. */

const supplier = await openStandIn();

openQueue();

const SKUS = ["S", "M"] as const;
type Sku = (typeof SKUS)[number];
const BUFFER = 2;
const FLOOR = 0.4;
/** The lowest of the merchant's prices, in minor units: above any price that the rules make. */
const MERCHANTS_FROM = 1_000_000;

/** Mutations that write values, and whose replies may get lost. */
const MUTATIONS = ["productVariantsBulkUpdate", "productUpdate"] as const;
type Mutation = (typeof MUTATIONS)[number];

type Model = {
  supplier: Record<Sku, { cost: number; stock: number }>;
  discontinued: boolean;
  /** True if the merchant wants the title to follow. */
  titleFollows: boolean;
  /** The merchant's own values, in minor units. */
  theirs: { title: string | null; price: Partial<Record<Sku, number>>; cost: Partial<Record<Sku, number>> };
};

type Step =
  | { do: "cost" | "stock"; sku: Sku; to: number }
  | { do: "discontinue" | "relist" | "hour" }
  | { do: "edit"; sku: Sku; field: "price" | "cost"; to: number; aloud: boolean }
  | { do: "title"; to: string; aloud: boolean }
  | { do: "hand-back"; field: "price" | "cost" | "title" }
  | { do: "fault"; mutation: Mutation; fault: ShopFault; times: number };

const sku = fc.constantFrom(...SKUS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("cost"), sku, to: fc.integer({ min: 1, max: 90_000 }) }),
  fc.record({ do: fc.constant("stock"), sku, to: fc.integer({ min: -3, max: 40 }) }),
  fc.record({ do: fc.constantFrom("discontinue", "relist", "hour") }),
  fc.record({
    do: fc.constant("edit"),
    sku,
    field: fc.constantFrom("price", "cost"),
    aloud: fc.boolean(),
    to: fc.integer({ min: MERCHANTS_FROM, max: 9_000_000 }),
  }),
  fc.record({
    do: fc.constant("title"),
    to: fc.constantFrom("Mine", "Meins 💡", "שלי"),
    aloud: fc.boolean(),
  }),
  fc.record({ do: fc.constant("hand-back"), field: fc.constantFrom("price", "cost", "title") }),
  fc.record({
    do: fc.constant("fault"),
    mutation: fc.constantFrom(...MUTATIONS),
    fault: fc.constantFrom("502", "502-after-commit", "reset-after-commit"),
    times: fc.integer({ min: 1, max: 3 }),
  }),
);

const freshShop = copies(async () => {
  supplier.products = [asWire(freshModel())];
  const shop = await mirroredShop();
  const rule = markup("10", { marginFloor: String(FLOOR * 100), rounding: "99", compareAt: "20" });
  await savePriceRules(shop, { rules: rulesWith(rule), changed: null });
  await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, buffer: BUFFER });
  await requestImport(shop, ["lamp"]);
  await importProducts(shop);
  return shop;
});

function freshModel(): Model {
  return {
    supplier: { S: { cost: 1000, stock: 5 }, M: { cost: 2000, stock: 7 } },
    discontinued: false,
    titleFollows: false,
    theirs: { title: null, price: {}, cost: {} },
  };
}

function asWire({ supplier: has, discontinued }: Model) {
  return wireProduct("lamp", {
    discontinued,
    options: ["Size"],
    variants: SKUS.map((each) =>
      wireVariant(each, {
        sku: each,
        stock: has[each].stock,
        options: { Size: each },
        price: { amount: decimal(has[each].cost), currency: "EUR" },
      }),
    ),
  });
}

function decimal(minor: number): string {
  return (minor / 100).toFixed(2);
}

async function take(shop: ShopDomain, model: Model, what: Step): Promise<void> {
  switch (what.do) {
    case "cost":
    case "stock":
      model.supplier[what.sku][what.do] = what.to;
      break;
    case "discontinue":
    case "relist":
      model.discontinued = what.do === "discontinue";
      break;
    case "hour":
      await hourPasses(shop);
      break;
    case "edit": {
      model.theirs[what.field][what.sku] = what.to;
      // Shopify's times have whole seconds: an edit within that of our own write doesn't change the product's.
      await hourPasses(shop);
      const edit = { [what.field]: decimal(what.to) };
      // A changed cost does not change the product's `updatedAt`: only a webhook or the weekly comparison shows it.
      const isTold = what.aloud || what.field === "cost";
      await (isTold ? merchantEditsAloud : merchantEdits)(shop, what.sku, edit);
      break;
    }
    case "title":
      model.theirs.title = what.to;
      await hourPasses(shop);
      await (what.aloud ? merchantEditsAloud : merchantEdits)(shop, "S", { title: what.to });
      break;
    case "hand-back":
      await followSupplier(shop, [{ supplierProductId: "lamp", field: what.field }]);
      if (what.field === "title") {
        model.titleFollows = true;
        model.theirs.title = null;
      } else model.theirs[what.field] = {};
      break;
    case "fault":
      shopify.setFault(what.mutation, what.fault, what.times);
  }
}

/** The supplier is read, and the shop follows as far as it can. */
async function follow(shop: ShopDomain, model: Model): Promise<void> {
  supplier.products = [asWire(model)];
  await hourPasses(shop);
  await mirrorCatalog(shop);
  await syncProducts(shop);
}

/** Checks the invariants that always hold. */
function check(shop: ShopDomain, { supplier: has, discontinued, theirs }: Model): void {
  if (theirs.title !== null) expect(productOf(shop, "S").title).toBe(theirs.title);
  for (const each of SKUS) {
    const { price, cost, available } = seen(shop, each);
    if (theirs.price[each] !== undefined) expect(price).toBe(theirs.price[each]);
    if (theirs.cost[each] !== undefined) expect(cost).toBe(theirs.cost[each]);
    expect(available).toBe(discontinued ? 0 : Math.max(0, has[each].stock - BUFFER));
    // A cost that was handed back stays the merchant's until Shopify lets us write.
    const isCostOurs = theirs.cost[each] === undefined && cost < MERCHANTS_FROM;
    if (theirs.price[each] === undefined && isCostOurs)
      expect((price - cost) / price).toBeGreaterThanOrEqual(FLOOR);
  }
}

/** Checks the final state without faults. */
function checkEnd(shop: ShopDomain, { supplier: has, theirs, titleFollows }: Model): void {
  if (titleFollows && theirs.title === null) expect(productOf(shop, "S").title).toBe("Product lamp");
  for (const each of SKUS) {
    const { price, cost } = seen(shop, each);
    if (theirs.cost[each] === undefined) expect(cost).toBe(has[each].cost);
    if (theirs.price[each] !== undefined) continue;
    const least = Math.max(has[each].cost * 1.1, has[each].cost / (1 - FLOOR));
    expect(price).toBeGreaterThanOrEqual(least - 0.5);
    expect(price).toBeLessThan(least + 100);
  }
}

function seen(shop: ShopDomain, each: Sku) {
  const { price, cost, available } = shown(shop)[each] ?? {};
  return {
    price: Math.round(Number(price) * 100),
    cost: Math.round(Number(cost) * 100),
    available: available ?? 0,
  };
}

/** Each of some ten steps is a run of its own. */
const TIMEOUT_MS = 180_000;

it(
  "keeps the merchant's edits, and the supplier's values in all other fields, in random histories",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const [shop, model] = [await freshShop(), freshModel()];
        try {
          for (const each of steps) {
            await take(shop, model, each);
            await follow(shop, model);
            check(shop, model);
          }
        } finally {
          for (const mutation of MUTATIONS) shopify.setFault(mutation, "502", 0);
        }
        model.discontinued = false;
        await wakeCatalogAfterAccessRestored(shop);
        await follow(shop, model);
        for (const { supplierVariantId, cost, price } of (
          await readInShop(shop, (tx) => listWaitingPrices(tx, shop))
        ).rows)
          expect(await decideWaitingPrices(shop, [{ supplierVariantId, cost, price }], "approve")).toBe(1);
        await syncProducts(shop);
        expect((await readInShop(shop, (tx) => listWaitingPrices(tx, shop))).rows).toEqual([]);
        check(shop, model);
        checkEnd(shop, model);
        const before = shown(shop);
        await follow(shop, model);
        expect(shown(shop)).toEqual(before);
      }),
      // Each run needs a shop, and so does each step of shrinking a failure.
      { numRuns: 8, endOnFailure: true },
    );
  },
  TIMEOUT_MS,
);
