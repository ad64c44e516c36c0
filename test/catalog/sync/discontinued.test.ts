import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport, startImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { USUAL_OPTIONS } from "../../../app/catalog/import/import-options.ts";
import { recordProductChange } from "../../../app/catalog/sync/compare/record-shop-change.server.ts";
import { syncProducts } from "../../../app/catalog/sync/follow/sync-products.server.ts";
import { DEFAULT_SETTINGS, type Discontinued } from "../../../app/catalog/links/sync-settings.ts";
import { storeSyncSettings } from "../../../app/catalog/links/sync-settings.server.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { DAY, HOUR, openStandIn, rowsOf } from "../testing.ts";
import { merchantEdits, productOf, shopSelling, shown, supplierChanges } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

function lamp(more: Record<string, unknown> = {}, variant: Record<string, unknown> = {}) {
  return wireProduct("lamp", { variants: [wireVariant("l", { sku: "LAMP", ...variant })], ...more });
}

/** A shop that sells the lamp, active, and others of the supplier's: one product less is no mistake. */
async function shopThat(discontinued: Discontinued, more = {}): Promise<ShopDomain> {
  const shop = await shopSelling(supplier, lamp(), wireProduct("b"), wireProduct("c"));
  merchantEdits(shop, "LAMP", { status: "ACTIVE" });
  await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, discontinued, ...more });
  await syncProducts(shop);
  return shop;
}

function seen(shop: ShopDomain) {
  return [productOf(shop, "LAMP").status, shown(shop)["LAMP"]?.available];
}

/** Reads the whole list a day later. */
async function nextDay(shop: ShopDomain, ...products: ReturnType<typeof lamp>[]): Promise<void> {
  supplier.products = [...products, wireProduct("b"), wireProduct("c")];
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
  await syncProducts(shop);
}

it.each([
  ["zero-stock", "catalog.off-sale"],
  ["draft", "catalog.off-sale-as-drafts"],
] as const)(
  "tells the merchant once that customers can't buy a product any more (%s)",
  async (choice, kind) => {
    const shop = await shopThat(choice);
    for (let day = 0; day < 2; day += 1) await nextDay(shop, lamp({ discontinued: true }));
    const told = await rowsOf<{ kind: string; message: { products: string[] } }>("activity", shop);
    expect(told.filter((entry) => entry.kind.startsWith("catalog.off-sale"))).toMatchObject([
      { kind, tone: "warning", message: { count: 1, products: ["Product lamp"] } },
    ]);
  },
);

describe.each([
  { name: "that was sold out before", settings: {}, stock: 0, kind: "catalog.off-sale" },
  {
    name: "that the merchant's setting leaves as it is",
    settings: { discontinued: "leave" },
    kind: "catalog.discontinued",
  },
  {
    name: "whose stock does not follow the supplier",
    settings: { stock: false },
    kind: "catalog.discontinued",
  },
  {
    name: "whose availability does not follow the supplier",
    settings: { availability: false },
    kind: "catalog.discontinued",
  },
] as const)("a discontinued product $name", ({ settings, kind, ...before }) => {
  it("is reported once, and once more if the supplier sells it and then discontinues it again", async () => {
    const shop = await shopThat("zero-stock", settings);
    const stock = "stock" in before ? before.stock : 5;
    await nextDay(shop, lamp({}, { stock }));
    const told = async () =>
      (await rowsOf<{ kind: string }>("activity", shop))
        .map((entry) => entry.kind)
        .filter((each) => /off-sale|discontinued/.test(each));
    expect(await told()).toEqual([]);
    for (let day = 0; day < 2; day += 1) await nextDay(shop, lamp({ discontinued: true }, { stock }));
    expect(await told()).toEqual([kind]);
    const events = await rowsOf<{ name: string }>("outbox_entry", shop);
    expect(events.filter(({ name }) => name === "discontinued")).toHaveLength(1);
    await nextDay(shop, lamp());
    await nextDay(shop, lamp({ discontinued: true }, { stock }));
    expect(await told()).toEqual([kind, kind]);
  });
});

it("announces every product that customers can't buy any more in the merchant's e-mail", async () => {
  const shop = await shopThat("zero-stock");
  supplier.products = [
    lamp({ discontinued: true }),
    wireProduct("b", { discontinued: true }),
    wireProduct("c"),
  ];
  await timePasses(shop, DAY);
  await mirrorCatalog(shop);
  await syncProducts(shop);
  expect(await rowsOf("outbox_entry", shop)).toMatchObject([
    { name: "discontinued", count: 1 },
    { name: "discontinued", count: 1 },
  ]);
});

it("makes a draft active once the supplier sells it again, even if Shopify's reply to the draft got lost", async () => {
  const shop = await shopThat("draft");
  // The shop cannot be read right then, either.
  shopify.setFault("productUpdate", "502-after-commit");
  shopify.setFault("productValues", "502");
  await nextDay(shop, lamp({ discontinued: true }));
  await nextDay(shop, lamp({ discontinued: true }));
  expect(seen(shop)).toEqual(["DRAFT", 0]);
  await nextDay(shop, lamp());
  expect(seen(shop)).toEqual(["ACTIVE", 5]);
});

describe.each([
  { choice: "zero-stock" as const, ended: ["ACTIVE", 0] },
  { choice: "draft" as const, ended: ["DRAFT", 0] },
  { choice: "leave" as const, ended: ["ACTIVE", 5] },
])("a product that the supplier dropped, if the merchant chose $choice", ({ choice, ended }) => {
  it("has the chosen stock and status until the supplier sells it again", async () => {
    const shop = await shopThat(choice);
    await nextDay(shop, lamp({ discontinued: true }));
    expect(seen(shop)).toEqual(ended);
    await nextDay(shop, lamp({ discontinued: true }));
    expect(seen(shop)).toEqual(ended);
    await nextDay(shop, lamp());
    expect(seen(shop)).toEqual(["ACTIVE", 5]);
  });

  it("has the chosen stock and status also if the supplier only stops listing it", async () => {
    const shop = await shopThat(choice);
    await nextDay(shop);
    expect(seen(shop)).toEqual(ended);
    await nextDay(shop, lamp({}, { stock: 8 }));
    expect(seen(shop)).toEqual(["ACTIVE", 8]);
  });
});

describe("a product that the supplier no longer sells", () => {
  it("stays active with a stock of 0 if the merchant makes our draft active", async () => {
    const shop = await shopThat("draft");
    await nextDay(shop, lamp({ discontinued: true }));
    merchantEdits(shop, "LAMP", { status: "ACTIVE" });
    await timePasses(shop, 8 * DAY);
    await syncProducts(shop);
    expect(seen(shop)).toEqual(["ACTIVE", 0]);
    await nextDay(shop, lamp({}, { stock: 4 }));
    expect(seen(shop)).toEqual(["ACTIVE", 4]);
  });

  it("stays the draft that the merchant had made, even once the supplier sells it again", async () => {
    const shop = await shopThat("draft");
    merchantEdits(shop, "LAMP", { status: "DRAFT" });
    await nextDay(shop, lamp({ discontinued: true }));
    await nextDay(shop, lamp());
    expect(seen(shop)).toEqual(["DRAFT", 5]);
  });

  it("has zero stock, as the merchant chose, even if the merchant imports it before the sync", async () => {
    const shop = await shopThat("zero-stock");
    supplier.products = [lamp({ discontinued: true }), wireProduct("b"), wireProduct("c")];
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    await requestImport(shop, ["lamp"]);
    await importProducts(shop);
    await timePasses(shop, HOUR);
    await syncProducts(shop);
    expect(seen(shop)).toEqual(["ACTIVE", 0]);
    await nextDay(shop, lamp({}, { stock: 4 }));
    expect(seen(shop)).toEqual(["ACTIVE", 4]);
  });

  it("stays a draft if the merchant deletes it and later imports it as a draft", async () => {
    const shop = await shopThat("draft");
    await nextDay(shop, lamp({ discontinued: true }));
    const subjectId = gid("Product", productOf(shop, "LAMP").id);
    shopify.merchant.deleteProduct(subjectId, shop);
    await recordProductChange(shop, { subjectId, triggeredAt: new Date() }, { deleted: true });
    await syncProducts(shop);
    await nextDay(shop, lamp());
    const selection = { kind: "products" as const, ids: ["lamp"] };
    await startImport(shop, { selection, options: { ...USUAL_OPTIONS, status: "DRAFT" } });
    await importProducts(shop);
    await nextDay(shop, lamp({}, { stock: 8 }));
    expect(seen(shop)).toEqual(["DRAFT", 8]);
  });

  it("changes its stock and status when the merchant changes the setting for discontinued products", async () => {
    const shop = await shopThat("leave");
    await nextDay(shop, lamp({ discontinued: true }));
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, discontinued: "draft" });
    await syncProducts(shop);
    expect(seen(shop)).toEqual(["DRAFT", 0]);
    await storeSyncSettings(shop, { ...DEFAULT_SETTINGS, discontinued: "zero-stock" });
    await syncProducts(shop);
    await nextDay(shop, lamp());
    expect(seen(shop)).toEqual(["ACTIVE", 5]);
  });
});

describe("the variants of a supplier's product", () => {
  const sizes = (...names: string[]) =>
    wireProduct("lamp", {
      options: ["Size"],
      variants: names.map((name) => wireVariant(name, { sku: name, options: { Size: name } })),
    });

  it("are added to the shop when the supplier adds them, and sell out when the supplier removes them", async () => {
    const shop = await shopSelling(supplier, sizes("S", "M"));
    await supplierChanges({ supplier, shop }, sizes("S", "M", "L"));
    expect(shown(shop)).toMatchObject({ L: { price: "15.00", cost: "10.00", available: 5 } });
    await supplierChanges({ supplier, shop }, sizes("S", "L"));
    expect(shown(shop)).toMatchObject({ S: { available: 5 }, M: { available: 0 }, L: { available: 5 } });
    await supplierChanges({ supplier, shop }, sizes("S", "M", "L"));
    expect(shown(shop)).toMatchObject({ M: { available: 5 } });
  });

  it("follow the supplier's changes even if Shopify's reply to their creation got lost", async () => {
    const priced = (amounts: Record<string, string>, stock: number) =>
      wireProduct("lamp", {
        options: ["Size"],
        variants: Object.entries(amounts).map(([name, amount]) =>
          wireVariant(name, {
            sku: name,
            stock,
            price: { amount, currency: "EUR" },
            options: { Size: name },
          }),
        ),
      });
    const shop = await shopSelling(supplier, priced({ S: "10.00" }, 5));
    shopify.setFault("productVariantsBulkCreate", "reset-after-commit", 1);
    await supplierChanges({ supplier, shop }, priced({ S: "10.00", L: "10.00" }, 5));
    shopify.setFault("productVariantsBulkCreate", "502", 0);
    await supplierChanges({ supplier, shop }, priced({ S: "10.00", L: "12.00" }, 1));
    await syncProducts(shop);
    expect(shown(shop)).toMatchObject({ L: { price: "18.00", cost: "12.00", available: 1 } });
  });

  it("are not added to the shop again after the merchant deleted them", async () => {
    const shop = await shopSelling(supplier, sizes("S", "M"));
    const product = productOf(shop, "M");
    product.variants = product.variants.filter(({ item }) => item.sku !== "M");
    await timePasses(shop, 8 * DAY);
    await syncProducts(shop);
    await supplierChanges(
      { supplier, shop },
      wireProduct("lamp", {
        options: ["Size"],
        variants: ["S", "M"].map((name) =>
          wireVariant(name, { sku: name, options: { Size: name }, stock: 9 }),
        ),
      }),
    );
    expect(Object.keys(shown(shop))).toEqual(["S"]);
    expect(shown(shop)).toMatchObject({ S: { available: 9 } });
  });
});

describe("the stock in the shop", () => {
  it.each([
    [5, 0, 5],
    [5, 2, 3],
    [5, 9, 0],
    [-4, 0, 0],
    [999_999_999, 10, 999_999_989],
  ])("has the buffer subtracted: %d pieces, buffer %d, result %d", async (stock, buffer, offered) => {
    const shop = await shopThat("leave", { buffer });
    await supplierChanges({ supplier, shop }, lamp({}, { stock }), wireProduct("b"), wireProduct("c"));
    expect(shown(shop)).toMatchObject({ LAMP: { available: offered } });
  });

  it("does not change if the merchant has turned stock sync off", async () => {
    const shop = await shopThat("leave", { stock: false });
    await supplierChanges({ supplier, shop }, lamp({}, { stock: 77 }), wireProduct("b"), wireProduct("c"));
    expect(shown(shop)).toMatchObject({ LAMP: { available: 5 } });
  });
});

describe("a supplier's price in a new currency", () => {
  it("is not written until the supplier sends a usable price again, while the stock follows", async () => {
    const shop = await shopSelling(supplier, lamp());
    const price = { amount: "1.00", currency: "USD" };
    await supplierChanges({ supplier, shop }, lamp({}, { price, stock: 2 }));
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", cost: "10.00", available: 2 } });
    await supplierChanges(
      { supplier, shop },
      lamp({}, { price: { amount: "0.00", currency: "EUR" }, stock: 1 }),
    );
    expect(shown(shop)).toMatchObject({ LAMP: { price: "15.00", available: 1 } });
    await supplierChanges(
      { supplier, shop },
      lamp({}, { price: { amount: "12.00", currency: "EUR" }, stock: 1 }),
    );
    expect(shown(shop)).toMatchObject({ LAMP: { price: "18.00", cost: "12.00" } });
  });
});
