import { afterAll, beforeEach, describe, expect, it } from "vitest";

import { planImport } from "../../../app/catalog/import/plan-import.ts";
import { findSupplierProduct } from "../../../app/catalog/mirror/find-supplier-product.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { listProducts } from "../../../app/catalog/search/list-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { SupplierProductId } from "../../../app/wholesale/resources.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { changeSettings } from "../../support/world.ts";
import { startStandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, EVERYTHING, mirroredShop, rowsOf } from "../testing.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

openQueue();

beforeEach(() => {
  supplier.products = [wireProduct("a"), wireProduct("b"), wireProduct("c")];
  supplier.pageSize = 10;
});

const priced = (amount: unknown) => ({ price: { amount, currency: "EUR" } });
const odd = (variant: object, more = {}) =>
  wireProduct("b", { variants: [wireVariant("b-1", { ...variant })], ...more });

/** The supplier's list has this product in place of "b" from the next day on. */
async function nextDay(shop: ShopDomain, product: ReturnType<typeof wireProduct>): Promise<void> {
  supplier.products = [wireProduct("a"), product, wireProduct("c")];
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
}

/** Returns the products that the catalog lists as unreadable. */
async function unreadable(shop: ShopDomain) {
  const filter = { ...EVERYTHING.filter, show: "unreadable" as const };
  const listed = await listProducts(shop, { ...EVERYTHING, filter });
  if (listed.kind !== "page") throw new Error(`There is no page: ${listed.kind}`);
  const { total, unreadable: count, products } = listed;
  expect(total).toBe(count);
  return products.map(({ id, name, unreadable: what, stock }) => ({ id, name, what, stock }));
}

describe("a product whose price or stock cannot be read", () => {
  it.each([
    ["price", priced("125,00")],
    ["price", priced("")],
    ["price", priced("N/A")],
    ["price", priced(1e9)],
    ["price", { price: null }],
    ["price", { price: undefined }],
    ["stock", { stock: "125,00" }],
    ["stock", { stock: "" }],
    ["stock", { stock: "N/A" }],
    ["stock", { stock: 1e9 }],
    ["stock", { stock: 12.5 }],
    ["stock", { stock: undefined }],
  ])(
    "is named by the catalog, and keeps its values until it is readable again: %s %j",
    async (what, shown) => {
      const shop = await mirroredShop();
      await nextDay(shop, odd(shown, { name: "Renamed" }));
      expect(await unreadable(shop)).toEqual([{ id: "b", name: "Renamed", what, stock: 5 }]);
      const [, variant] = await rowsOf<Record<string, unknown>>("supplier_variant", shop);
      expect(variant).toMatchObject({ id: "b-1", price_amount: "10.00", stock: 5 });
      // The same reply a day later, and then the repaired one.
      await nextDay(shop, odd(shown, { name: "Renamed" }));
      expect(await unreadable(shop)).toHaveLength(1);
      await nextDay(shop, odd({ ...priced("12.50"), stock: 7 }));
      expect(await unreadable(shop)).toEqual([]);
      expect((await rowsOf<Record<string, unknown>>("supplier_variant", shop))[1]).toMatchObject({
        price_amount: "12.50",
        stock: 7,
      });
    },
  );

  it("has the stock that the supplier sends if only its price cannot be read", async () => {
    const shop = await mirroredShop();
    await nextDay(shop, odd({ ...priced("N/A"), stock: 0 }));
    expect(await unreadable(shop)).toMatchObject([{ what: "price", stock: 0 }]);
  });

  it("is named by the catalog and cannot be imported if it never was readable", async () => {
    supplier.products = [wireProduct("a"), odd(priced("N/A")), wireProduct("c", { variants: "many" })];
    const shop = await mirroredShop();
    expect(await unreadable(shop)).toMatchObject([
      { id: "b", name: "Product b", what: "price" },
      { id: "c", name: "Product c", what: "product" },
    ]);
    for (const id of ["b", "c"] as SupplierProductId[]) {
      const found = await readInShop(shop, (tx) => findSupplierProduct(tx, shop, id));
      const pricing = { shopCurrency: "EUR", taxesIncluded: true, version: 0, rules: { 0: FIRST_RULES } };
      expect(found && planImport(found.product, pricing)).toMatchObject({
        kind: "skip",
        reason: { code: `catalog.unreadable.${id === "b" ? "price" : "product"}` },
      });
    }
    await nextDay(shop, wireProduct("b"));
    expect(await unreadable(shop)).toEqual([]);
    expect(await rowsOf("supplier_variant", shop)).toHaveLength(3);
  });
});

it("reads numbers with spaces around them or with zeros as decimals, and stores an empty weight as unknown", async () => {
  supplier.products = [odd({ ...priced(" 12.50 "), stock: "12.0000", weight_grams: "" })];
  const shop = await mirroredShop();
  expect(await unreadable(shop)).toEqual([]);
  expect(await rowsOf<Record<string, unknown>>("supplier_variant", shop)).toMatchObject([
    { price_amount: "12.50", stock: 12, weight_grams: null },
  ]);
});

it("keeps a product's former description if the new one cannot be read", async () => {
  const shop = await mirroredShop();
  await nextDay(shop, wireProduct("b", { name: "Renamed", description: 5 }));
  expect(await rowsOf<Record<string, unknown>>("supplier_product", shop)).toMatchObject([
    {},
    { name: "Renamed", description_html: "<p>Fine.</p>", unreadable: null },
    {},
  ]);
});
