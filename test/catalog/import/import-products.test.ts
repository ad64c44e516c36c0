import { describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { chooseDefaultChannels } from "../../../app/catalog/import/default-channels.server.ts";
import { claimImports } from "../../../app/catalog/import/import-claims.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport, answerOwnStock } from "../../../app/catalog/import/runs/start-import.server.ts";
import { setStock } from "../../../app/catalog/location/set-stock.server.ts";
import { FIRST_RULES } from "../../../app/catalog/pricing/price-rules.ts";
import { savePriceRules } from "../../../app/catalog/pricing/save-price-rules.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import type { Message } from "../../../app/messages/message.ts";
import { translator } from "../../../app/messages/translate.ts";
import { findProduct } from "../../../app/shop/products/products.server.ts";
import { gid } from "../../sandbox/shop/ids.ts";
import { activateStock, createLocation, primaryLocation } from "../../sandbox/shop/stock/stock.ts";
import { query } from "../../support/database.ts";
import { issueToken, simulated } from "../../support/installed-shop.ts";
import { readLinked } from "../../support/linked-variants.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, shopify } from "../../support/world.ts";
import { productsIn } from "../selling-shop.ts";
import { type StandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { mirroredShop, rowsOf, openStandIn } from "../testing.ts";
import { doublePrices, importThem, linksIn, readLater, shopWith, theProductIn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

const double = { kind: "percent", percent: "100" } as const;

/** Returns the times at which the shop's products were last written. */
function written(shop: ShopDomain): Date[] {
  return productsIn(shop).flatMap(({ updatedAt, variants }) => [
    updatedAt,
    ...variants.flatMap(({ item }) => [item.updatedAt, ...item.levels.map((level) => level.updatedAt)]),
  ]);
}

/** Restores our row to its state before the shop's reply, as after a killed process. */
async function forgetOutcome(shop: ShopDomain): Promise<void> {
  await query(
    databaseUrl,
    `update product_link set state = 'importing', shop_product_id = null, images_hash = null,
       due_at = now() - interval '1 second' where shop = $1`,
    [shop],
  );
  await query(databaseUrl, "delete from variant_link where shop = $1", [shop]);
}

const shirt = wireProduct("shirt", {
  name: "T-Shirt",
  description: "<p>Fein</p><script>x</script>",
  options: ["Size"],
  images: [{ url: "https://images.example/shirt.jpg", alt: "Das Hemd" }],
  variants: [
    wireVariant("s", {
      sku: "TS-S",
      barcode: "2990000000018",
      options: { Size: "S" },
      stock: 4,
      weight_grams: 150,
    }),
    wireVariant("m", {
      sku: null,
      options: { Size: "M" },
      price: { amount: 12.5, currency: "EUR" },
      stock: 0,
      image_url: "https://images.example/m.jpg",
    }),
  ],
});

describe("importing a product", () => {
  it("creates the complete product, stocked only at our location, with the supplier's ids", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    const product = theProductIn(shop);
    expect(product).toMatchObject({
      title: "T-Shirt",
      descriptionHtml: "<p>Fein</p>",
      vendor: "Nordwind",
      productType: "Küche",
      status: "ACTIVE",
    });
    expect(product.metafields).toMatchObject([{ key: "supplier_product_id", type: "id", value: "shirt" }]);
    expect(product.media.map(({ originalSource, alt }) => [originalSource, alt])).toEqual([
      ["https://images.example/shirt.jpg", "Das Hemd"],
      ["https://images.example/m.jpg", ""],
    ]);
    const [small, medium, ...others] = product.variants;
    expect(others).toEqual([]);
    expect(small).toMatchObject({ price: "15.00", barcode: "2990000000018", inventoryPolicy: "DENY" });
    expect(small!.item).toMatchObject({
      sku: "TS-S",
      cost: "10.00",
      tracked: true,
      weight: { value: 150, unit: "GRAMS" },
    });
    expect(small!.metafields).toMatchObject([{ key: "supplier_variant_id", type: "id", value: "s" }]);
    expect(medium).toMatchObject({
      price: "18.75",
      image: { originalSource: "https://images.example/m.jpg" },
    });
    expect(medium!.item).toMatchObject({ sku: "SB-m", cost: "12.50" });
    for (const [variant, available] of [
      [small, 4],
      [medium, 0],
    ] as const) {
      expect(variant!.item.levels.map((level) => [level.location.name, level.available])).toEqual([
        ["Stockbridge", available],
      ]);
    }
    expect(await linksIn(shop)).toMatchObject({
      shirt: { state: "imported", problem: null, shop_product_id: gid("Product", product.id) },
    });
  });

  it("links each variant in the shop to the supplier's variant, so that orders can be sent to the supplier", async () => {
    const shop = await shopWith(supplier, shirt, wireProduct("b"));
    await importThem(shop, ["shirt"]);
    const [small, medium] = theProductIn(shop).variants.map(({ id }) => gid("ProductVariant", id));
    const found = await readLinked(shop, [small!, medium!, gid("ProductVariant", 1)]);
    expect(Object.fromEntries(found)).toEqual({
      [small!]: {
        supplierVariantId: "s",
        supplierProductId: "shirt",
        sku: "TS-S",
        price: { amount: "10.00", currency: "EUR" },
        stock: 4,
        discontinued: false,
        ofAnotherAccount: false,
        unreadable: null,
      },
      [medium!]: {
        supplierVariantId: "m",
        supplierProductId: "shirt",
        sku: null,
        price: { amount: "12.5", currency: "EUR" },
        stock: 0,
        discontinued: false,
        ofAnotherAccount: false,
        unreadable: null,
      },
    });
    expect(await readLinked(await mirroredShop(), [small!])).toEqual(new Map());
    await readLater({ supplier, shop }, [wireProduct("b")]);
    expect((await readLinked(shop, [small!])).get(small!)).toMatchObject({ discontinued: true });
  });

  it("computes prices by the merchant's rules, and stores the version of the rules", async () => {
    const shop = await shopWith(supplier, shirt);
    const rule = { ...FIRST_RULES.default, ranges: [{ upTo: null, add: double }], compareAt: "20" };
    await savePriceRules(shop, { rules: { ...FIRST_RULES, default: rule }, changed: null });
    await importThem(shop, ["shirt"]);
    const prices = theProductIn(shop).variants.map(({ price, compareAtPrice }) => [price, compareAtPrice]);
    expect(prices).toEqual([
      ["20.00", "24.00"],
      ["25.00", "30.00"],
    ]);
    expect((await linksIn(shop))["shirt"]?.price_rules_version).toBe(1);
  });

  it("ignores ids that the supplier does not list", async () => {
    const shop = await shopWith(supplier, shirt);
    expect(await requestImport(shop, ["shirt", "unheard-of"])).toBe(1);
    expect(Object.keys(await linksIn(shop))).toEqual(["shirt"]);
  });

  it("records one activity for all products that the merchant selected together", async () => {
    const products = ["a", "b", "c"].map((id) => wireProduct(id));
    const shop = await shopWith(supplier, ...products, wireProduct("empty", { variants: [] }));
    await importThem(shop, ["a", "b", "c", "empty"]);
    const { entries } = await listActivity(shop, { place: null });
    const imports = entries.map(({ message }) => message).filter(({ code }) => /import|skip/.test(code));
    expect(imports).toEqual([{ code: "catalog.activity.imported-and-skipped", imported: 3, skipped: 1 }]);
    expect(translator("en")(imports[0]!)).toBe(
      "3 products were imported, but 1 couldn't be. Open the catalog to see why.",
    );
  });
});

describe("importing a product repeatedly or concurrently", () => {
  it("writes nothing to the shop if nothing changed", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    const before = written(shop);
    await importThem(shop, ["shirt"]);
    expect(written(shop)).toEqual(before);
    expect(await linksIn(shop)).toMatchObject({ shirt: { state: "imported" } });
  });

  it("creates each of four products once if three workers import at once", async () => {
    const shop = await shopWith(supplier, ...["a", "b", "c", "d"].map((id) => wireProduct(id)));
    await requestImport(shop, ["a", "b", "c", "d"]);
    await Promise.all([1, 2, 3].map(() => importProducts(shop)));
    expect(
      productsIn(shop)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(["Product a", "Product b", "Product c", "Product d"]);
    expect(simulated(shop).locations.map(({ name }) => name)).toHaveLength(2);
  });

  it("updates the stock, adds new variants, and keeps prices and the merchant's own texts and pictures", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    const product = theProductIn(shop);
    const [small, medium] = product.variants;
    const images = product.media.map(({ id }) => id);
    const { variants } = shirt as unknown as { variants: Record<string, unknown>[] };
    product.title = "My own title";
    const changed = {
      ...shirt,
      name: "T-Shirt Neu",
      variants: [
        { ...variants[0], stock: 9, price: { amount: "12.00", currency: "EUR" } },
        wireVariant("l", { options: { Size: "L" }, image_url: "https://images.example/m.jpg" }),
      ],
    };
    await readLater({ supplier, shop }, [changed]);
    await importThem(shop, ["shirt"]);

    expect(theProductIn(shop)).toBe(product);
    expect(product.title).toBe("My own title");
    expect(product.variants.map(({ id }) => id)).toContain(small!.id);
    // The supplier no longer has it, but orders may refer to it: it stays, and cannot be sold.
    expect(product.variants.map(({ id }) => id)).toContain(medium!.id);
    expect(product.variants.map(({ item, price }) => [item.sku, price, item.levels[0]?.available])).toEqual([
      ["TS-S", "15.00", 9],
      ["SB-m", "18.75", 0],
      ["SKU-l", "15.00", 5],
    ]);
    expect(product.media.map(({ id }) => id)).toEqual(images);
  });

  it("does not start the sync of a product whose changes the merchant has not reviewed", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    await query(databaseUrl, "update product_link set awaits_start = true where shop = $1", [shop]);
    await importThem(shop, ["shirt"]);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "imported", awaits_start: true }]);
  });

  it("creates the product again if the merchant deleted it", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    const first = theProductIn(shop);
    simulated(shop).catalog.products.delete(first.id);
    for (const variant of first.variants) simulated(shop).catalog.variants.delete(variant.id);
    await importThem(shop, ["shirt"]);
    expect(theProductIn(shop).id).not.toBe(first.id);
    expect(
      await readLinked(
        shop,
        theProductIn(shop).variants.map(({ id }) => gid("ProductVariant", id)),
      ),
    ).toHaveProperty("size", 2);
  });
});

describe("an interrupted import", () => {
  it("creates no second product if it stopped between creating the product and storing the product's id", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    const { id } = theProductIn(shop);
    await forgetOutcome(shop);
    await importProducts(shop);
    expect(theProductIn(shop).id).toBe(id);
    expect(await linksIn(shop)).toMatchObject({
      shirt: { state: "imported", shop_product_id: gid("Product", id) },
    });
  });

  it("is due again once its lease has expired", async () => {
    const shop = await shopWith(supplier, shirt);
    await requestImport(shop, ["shirt"]);
    await claimImports(shop);
    await timePasses(shop, 14 * 60);
    await importProducts(shop);
    expect(productsIn(shop)).toEqual([]);
    await timePasses(shop, 60);
    await importProducts(shop);
    expect(theProductIn(shop).title).toBe("T-Shirt");
  });
});

describe("a newly imported product", () => {
  const publishedTo = (shop: ShopDomain) => theProductIn(shop).publishedOn.map(({ title }) => title);
  const channelsOf = async (shop: ShopDomain) => (await rowsOf("product_link", shop))[0]!["channels"];
  const publicationIds = (shop: ShopDomain) =>
    simulated(shop).publications.map(({ id }) => gid("Publication", id));

  it("is published to the Online Store, where customers can order it", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    expect(publishedTo(shop)).toEqual(["Online Store"]);
    expect(await channelsOf(shop)).toEqual(["Online Store"]);
    expect(shopify.merchant.placeOrder({ lines: [{ sku: "SKU-a-1", quantity: 1 }] }, shop).name).toBe(
      "#1001",
    );
  });

  it("is published to the channels that the merchant chose", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await chooseDefaultChannels(shop, [...publicationIds(shop), "gid://shopify/Publication/1"]);
    await importThem(shop, ["a"]);
    expect(publishedTo(shop)).toEqual(["Online Store", "Point of Sale"]);
  });

  it("is published nowhere if the merchant chose no channel", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await chooseDefaultChannels(shop, []);
    await importThem(shop, ["a"]);
    expect(publishedTo(shop)).toEqual([]);
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported", problem: null } });
  });

  it("is not published again by a later import after the merchant has unpublished it", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    theProductIn(shop).publishedOn = [];
    await doublePrices(shop);
    await importThem(shop, ["a"], ["price"]);
    expect(theProductIn(shop).variants[0]!.price).toBe("20.00");
    expect(publishedTo(shop)).toEqual([]);
    expect(await channelsOf(shop)).toEqual([]);
  });

  it("is published at the next try if Shopify does not answer the first request to publish it", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    shopify.setFault("publicationUpdate", "502");
    await importThem(shop, ["a"]);
    expect(publishedTo(shop)).toEqual([]);
    await timePasses(shop, 60);
    await importProducts(shop);
    expect(publishedTo(shop)).toEqual(["Online Store"]);
    expect(productsIn(shop)).toHaveLength(1);
  });

  it("is imported with a problem while the shop has no Online Store, and is published by a later import", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    const { publications } = simulated(shop);
    const [onlineStore] = publications.splice(0, 1);
    await importThem(shop, ["a"]);
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "imported", problem: { code: "catalog.no-online-store" } },
    });
    publications.push(onlineStore!);
    await importThem(shop, ["a"]);
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported", problem: null } });
    expect(publishedTo(shop)).toEqual(["Online Store"]);
  });

  it("is imported with a problem if a channel that the merchant chose no longer exists", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await chooseDefaultChannels(shop, publicationIds(shop));
    simulated(shop).publications.pop();
    await importThem(shop, ["a"]);
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "imported", problem: { code: "catalog.not-published" } },
    });
  });
});

describe("the stock of an imported product", () => {
  /** A shop whose one product the merchant also stocks at the shop's own location, three pieces of it. */
  async function shopWithOwnStock() {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    const [variant] = theProductIn(shop).variants;
    const own = activateStock(variant!.item, primaryLocation(simulated(shop)), new Date());
    own.available = 3;
    const levels = () => variant!.item.levels.map((level) => [level.location.name, level.available]);
    const link = async () => (await rowsOf("product_link", shop))[0];
    return { shop, own, levels, link };
  }

  const BOTH = [
    ["Stockbridge", 5],
    ["Shop location", 3],
  ];

  it("stays at the merchant's own location until the merchant decides", async () => {
    const { shop, levels, link } = await shopWithOwnStock();
    await importThem(shop, ["a"]);
    expect(levels()).toEqual(BOTH);
    expect(await link()).toMatchObject({ state: "imported", stocked_elsewhere: 1, own_stock: null });
  });

  it("stays at the merchant's own location for good if the merchant chooses to keep it there", async () => {
    const { shop, own, levels, link } = await shopWithOwnStock();
    await importThem(shop, ["a"]);
    await answerOwnStock(shop, { supplierProductId: "a", answer: "keep" });
    await importThem(shop, ["a"]);
    expect(levels()).toEqual(BOTH);
    expect(await link()).toMatchObject({ own_stock: "keep" });
    own.item.levels = own.item.levels.filter((level) => level !== own);
    await importThem(shop, ["a"]);
    expect(await link()).toMatchObject({ stocked_elsewhere: 0, own_stock: null });
  });

  it("is removed from the merchant's own location once the merchant gives up that location", async () => {
    const { shop, levels, link } = await shopWithOwnStock();
    await importThem(shop, ["a"]);
    await answerOwnStock(shop, { supplierProductId: "a", answer: "leave" });
    await importProducts(shop);
    expect(levels()).toEqual([["Stockbridge", 5]]);
    expect(await link()).toMatchObject({ state: "imported", stocked_elsewhere: 0, own_stock: null });
  });

  it("is removed from a location that the merchant gives up even if the supplier no longer sells the product", async () => {
    const { shop, levels, link } = await shopWithOwnStock();
    await importThem(shop, ["a"]);
    await readLater({ supplier, shop }, [wireProduct("a", { discontinued: true })]);
    await answerOwnStock(shop, { supplierProductId: "a", answer: "leave" });
    await importProducts(shop);
    expect(levels().map(([name]) => name)).toEqual(["Stockbridge"]);
    expect(await link()).toMatchObject({ state: "imported", stocked_elsewhere: 0, own_stock: null });
  });

  it("stays at a location that the merchant gives up while orders reserve pieces there", async () => {
    const { shop, own, levels, link } = await shopWithOwnStock();
    own.committed = 2;
    await importThem(shop, ["a"]);
    await answerOwnStock(shop, { supplierProductId: "a", answer: "leave" });
    await importProducts(shop);
    expect(levels()).toEqual(BOTH);
    expect(own.committed).toBe(2);
    expect(await link()).toMatchObject({ stocked_elsewhere: 1, own_stock: null });
  });

  it("is removed from every location that Shopify added to a new variant, unless the location has pieces", async () => {
    const shop = await shopWith(supplier, shirt);
    // As if Shopify stocked every new variant at the shop's own location as well.
    const item = simulated(shop).catalog.items;
    const original = item.set.bind(item);
    item.set = (id, made) => {
      const level = activateStock(made, primaryLocation(simulated(shop)), new Date());
      if (simulated(shop).catalog.items.size > 0) level.available = 2;
      return original(id, made);
    };
    await importThem(shop, ["shirt"]);
    const levels = theProductIn(shop).variants.map(({ item }) =>
      item.levels.map(({ location }) => location.name),
    );
    expect(levels).toEqual([["Stockbridge"], ["Shop location", "Stockbridge"]]);
    expect((await rowsOf("product_link", shop))[0]).toMatchObject({ stocked_elsewhere: 1 });
  });

  it("is set at our location even if the product is stocked at many other locations", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    const [variant] = theProductIn(shop).variants;
    const [ours] = variant!.item.levels;
    variant!.item.levels = [];
    for (const name of ["Berlin", "Bonn", "Köln", "Mainz", "Trier"])
      activateStock(
        variant!.item,
        createLocation(simulated(shop), { name, service: null, now: new Date() }),
        new Date(),
      );
    variant!.item.levels.push(ours!);
    await readLater({ supplier, shop }, [wireProduct("a", { variants: [wireVariant("a-1", { stock: 8 })] })]);
    await importThem(shop, ["a"]);
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported", problem: null } });
    expect(ours!.available).toBe(8);
    expect(variant!.item.levels).toHaveLength(6);
  });

  it("is set even if another run has just stocked the product at our location", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    const { location_id: locationId } = (
      await rowsOf<{ location_id: string }>("fulfillment_service", shop)
    )[0]!;
    const product = await findProduct(shop, { supplierProductId: "a" }, { locationId, expected: 1 });
    const asReadBefore = {
      ...product!,
      variants: product!.variants.map((each) => ({ ...each, available: null })),
    };
    const stock = new Map([["a-1", 7]]);
    expect(await setStock(shop, { product: asReadBefore, locationId, stock })).toEqual({ kind: "done" });
    expect(theProductIn(shop).variants[0]!.item.levels.map(({ available }) => available)).toEqual([7]);
  });

  it("is set at our location again if the merchant removed the product from that location", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    const [variant] = theProductIn(shop).variants;
    variant!.item.levels = [];
    activateStock(variant!.item, primaryLocation(simulated(shop)), new Date());
    await importThem(shop, ["a"]);
    expect(variant!.item.levels.map((level) => [level.location.name, level.available])).toEqual([
      ["Shop location", 0],
      ["Stockbridge", 5],
    ]);
  });

  it("follows the supplier's new stock at the next import", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    await importThem(shop, ["a"]);
    await readLater({ supplier, shop }, [wireProduct("a", { variants: [wireVariant("a-1", { stock: 8 })] })]);
    await importThem(shop, ["a"]);
    const [variant] = theProductIn(shop).variants;
    expect(variant!.item.levels.map(({ available }) => available)).toEqual([8]);
  });
});

describe("the import of a product that cannot be imported", () => {
  it.each<[string, StandIn["products"][number], Message]>([
    ["without variants", wireProduct("odd", { variants: [] }), { code: "catalog.skip.no-variants" }],
    [
      "that Shopify rejects",
      wireProduct("odd", { name: "" }),
      { code: "failure.shop.user-errors", problem: "Title can't be blank" },
    ],
    [
      "with more variants than Shopify allows",
      wireProduct("odd", {
        variants: Array.from({ length: 2049 }, (_, i) =>
          wireVariant(String(i), { options: { N: String(i) } }),
        ),
      }),
      { code: "catalog.skip.too-many-variants", count: 2049, limit: 2048 },
    ],
    [
      "with more options than Shopify allows",
      wireProduct("odd", { variants: [wireVariant("v", { options: { A: "1", B: "1", C: "1", D: "1" } })] }),
      { code: "catalog.skip.too-many-options", options: ["A", "B", "C", "D"], limit: 3 },
    ],
  ])("reports why, does not stop other products, and can be tried again: %s", async (_, odd, problem) => {
    const shop = await shopWith(supplier, odd, wireProduct("good"));
    await importThem(shop, ["odd", "good"]);
    expect(await linksIn(shop)).toMatchObject({
      odd: { state: "skipped", problem, due_at: null },
      good: { state: "imported" },
    });
    expect(productsIn(shop)).toHaveLength(1);

    await readLater({ supplier, shop }, [wireProduct("odd"), wireProduct("good")]);
    await importThem(shop, ["odd"]);
    expect(await linksIn(shop)).toMatchObject({ odd: { state: "imported", problem: null } });
  });

  it("reports that the shop sells in another currency", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    simulated(shop).currencyCode = "USD";
    await importThem(shop, ["a"]);
    expect(await linksIn(shop)).toMatchObject({
      a: {
        state: "skipped",
        problem: { code: "catalog.skip.currency-differs", supplierCurrency: "EUR", shopCurrency: "USD" },
      },
    });
  });

  it("reports that the supplier has dropped the product", async () => {
    const shop = await shopWith(supplier, wireProduct("a"), wireProduct("b"));
    await requestImport(shop, ["a"]);
    await readLater({ supplier, shop }, [wireProduct("b")]);
    await importProducts(shop);
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "skipped", problem: { code: "catalog.skip.not-listed" } },
    });
  });

  it("waits, and shows why, if we lost access to the shop, for example after an uninstall", async () => {
    const shop = await shopWith(supplier, wireProduct("a"));
    shopify.uninstall(shop);
    await importThem(shop, ["a"]);
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "importing", problem: { code: "failure.shop.access-lost" } },
    });
    await issueToken(shop);
    await timePasses(shop, 12);
    await importProducts(shop);
    expect(await linksIn(shop)).toMatchObject({ a: { state: "imported" } });
  });
});
