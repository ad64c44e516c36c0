import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { listProducts } from "../../../app/catalog/search/list-products.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { simulated } from "../../support/installed-shop.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { shopify } from "../../support/world.ts";
import { productsIn } from "../selling-shop.ts";
import { type StandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { EVERYTHING, HOUR, rowsOf, openStandIn } from "../testing.ts";
import { doublePrices, importThem, linksIn, shopWith, theProductIn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

/** Lets Shopify process the images, and reads the results. */
async function imagesProcessed(shop: ShopDomain): Promise<void> {
  for (const _ of ["uploaded", "processing", "ready"]) {
    await timePasses(shop, 60);
    await importProducts(shop);
  }
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

/** Counts the Admin API calls of some work, and their points. */
async function usageOf(
  shop: ShopDomain,
  act: () => Promise<void>,
): Promise<{ calls: number; points: number }> {
  const before = { ...simulated(shop).usage };
  await act();
  const { calls, points } = simulated(shop).usage;
  return { calls: calls - before.calls, points: points - before.points };
}

/** Returns a product with this many variants, each with one of this many pictures. */
function largeProduct(variants: number, pictures: number, more: Record<string, unknown> = {}) {
  const url = (index: number) => `https://images.example/${String(index % pictures)}.jpg`;
  return wireProduct("large", {
    options: ["Number"],
    images: Array.from({ length: pictures }, (_, index) => ({ url: url(index), alt: null })),
    variants: Array.from({ length: variants }, (_, index) =>
      wireVariant(`l-${String(index)}`, { options: { Number: String(index) }, image_url: url(index) }),
    ),
    ...more,
  });
}

/** Like `shopWith`, with enough points per second that no call waits. */
async function plusShopWith(...products: StandIn["products"]): Promise<ShopDomain> {
  const shop = await shopWith(supplier, ...products);
  simulated(shop).plan = "Plus";
  return shop;
}

describe("a large product", () => {
  it("is imported within Shopify's limits with 2,048 variants and 250 pictures", async () => {
    const shop = await plusShopWith(largeProduct(2048, 250));
    const usage = await usageOf(shop, () => importThem(shop, ["large"]));
    expect(await linksIn(shop)).toMatchObject({ large: { state: "imported", problem: null } });
    const { variants, media } = theProductIn(shop);
    expect(media).toHaveLength(250);
    expect(new Set(variants.map(({ values: [value] }) => value?.name)).size).toBe(2048);
    expect(variants.map(({ item }) => item.levels.map(({ available }) => available)).flat()).toEqual(
      Array(2048).fill(5),
    );
    expect(await rowsOf("variant_link", shop)).toHaveLength(2048);
    // 54 and 18 calls, unless one of them comes before the bucket has refilled, and is repeated.
    expect(usage.calls).toBeLessThan(60);
    expect(usage.points).toBeLessThan(16_500);
    const again = await usageOf(shop, () => importThem(shop, ["large"]));
    expect(again.calls).toBeLessThan(32);
    expect(again.points).toBeLessThan(21_000);
  });

  it("is completed after a lost reply, and no variant is created twice", async () => {
    const shop = await plusShopWith(largeProduct(600, 3));
    shopify.setFault("productVariantsBulkCreate", "reset-after-commit");
    await importThem(shop, ["large"]);
    expect(await linksIn(shop)).toMatchObject({
      large: { state: "importing", problem: { code: "failure.shop.no-answer" } },
    });
    expect(theProductIn(shop).variants).toHaveLength(500);
    await timePasses(shop, 60);
    await importProducts(shop);
    expect(await linksIn(shop)).toMatchObject({ large: { state: "imported" } });
    expect(new Set(theProductIn(shop).variants.map(({ values: [value] }) => value?.name)).size).toBe(600);
    expect(theProductIn(shop).variants).toHaveLength(600);
    expect(theProductIn(shop).publishedOn).toHaveLength(1);
  });
});

describe("a shop that has reached its daily limit of new variants", () => {
  it("gets the remaining products a day later, and an import before that changes no existing price", async () => {
    const products = ["a", "b", "c", "d"].map((id) => wireProduct(id));
    const shop = await shopWith(supplier, ...products);
    await importThem(shop, ["a"]);
    await doublePrices(shop);
    Object.assign(simulated(shop).variantThrottle, { above: 1, aDay: 2 });
    simulated(shop).variantThrottle.today.created = 0;
    await importThem(shop, ["b", "c", "d"]);
    await importThem(shop, ["a"]);
    const tomorrow = { state: "importing", problem: { code: "failure.shop.daily-variants" } };
    expect(await linksIn(shop)).toMatchObject({
      a: { state: "imported" },
      b: { state: "imported" },
      c: { state: "imported" },
      d: tomorrow,
    });
    expect(productsIn(shop).map(({ variants: [variant] }) => variant!.price)).toEqual([
      "15.00",
      "20.00",
      "20.00",
    ]);
    expect(await listProducts(shop, EVERYTHING)).toMatchObject({
      importing: 1,
      waitingForTomorrow: 1,
    });

    simulated(shop).variantThrottle.today.created = 0;
    await timePasses(shop, 23 * HOUR);
    await importProducts(shop);
    expect(await linksIn(shop)).toMatchObject({ d: tomorrow });
    await timePasses(shop, HOUR);
    await importProducts(shop);
    expect(await linksIn(shop)).toMatchObject({ d: { state: "imported", problem: null } });
  });
});

describe("the API cost of an import", () => {
  it("is below 30 points and about one call per product with five variants", async () => {
    const sizes = ["XS", "S", "M", "L", "XL"];
    const products = Array.from({ length: 20 }, (_, index) => {
      const id = `p${String(index)}`;
      return wireProduct(id, {
        options: ["Size"],
        images: [{ url: `https://images.example/${id}.jpg`, alt: null }],
        variants: sizes.map((size) => wireVariant(`${id}-${size}`, { options: { Size: size } })),
      });
    });
    const shop = await plusShopWith(...products, wireProduct("first"));
    // The first import of a shop looks for its location and its channels.
    await importThem(shop, ["first"]);
    const ids = products.map(({ id }) => id);
    const { calls, points } = await usageOf(shop, () => importThem(shop, ids));
    expect(points / products.length).toBeLessThan(28.5);
    // One call for SKUs, one per product, and one for publishing.
    expect(calls).toBe(products.length + 2);
    const checked = await usageOf(shop, () => imagesProcessed(shop));
    expect((points + checked.points / 3) / products.length).toBeLessThan(30);
    expect(productsIn(shop).every(({ publishedOn }) => publishedOn.length === 1)).toBe(true);
  });

  it("is a single read if nothing has changed", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    expect(await usageOf(shop, () => importThem(shop, ["shirt"]))).toMatchInlineSnapshot(`
      {
        "calls": 1,
        "points": 23,
      }
    `);
  });
});

describe("the images of an imported product", () => {
  const image = (name: string) => ({ url: `https://images.${name}/1.jpg`, alt: null });
  const GOOD = "https://images.example/1.jpg";
  const BAD = "https://images.invalid/1.jpg";

  /** A product of two variants, the second of which has an image that Shopify cannot fetch. */
  const pictured = wireProduct("p", {
    options: ["Size"],
    images: [image("example"), image("invalid")],
    variants: [
      wireVariant("s", { options: { Size: "S" }, image_url: GOOD }),
      wireVariant("m", { options: { Size: "M" }, image_url: BAD }),
    ],
  });

  it("are polled only until Shopify has processed them", async () => {
    const shop = await shopWith(supplier, shirt);
    await importThem(shop, ["shirt"]);
    expect(await linksIn(shop)).toMatchObject({ shirt: { state: "imported", images_state: "sent" } });
    await imagesProcessed(shop);
    expect(await linksIn(shop)).toMatchObject({
      shirt: { state: "imported", images_state: null, failed_images: null, due_at: null },
    });
  });

  it("are reported if Shopify cannot download them, and the next import sends only the failed images again", async () => {
    const shop = await shopWith(supplier, pictured);
    await importThem(shop, ["p"]);
    await imagesProcessed(shop);

    expect(await listProducts(shop, EVERYTHING)).toMatchObject({
      products: [{ link: { failedImages: { count: 1, problem: "The image could not be downloaded." } } }],
    });
    expect((await linksIn(shop))["p"]!.failed_images).toMatchObject([{ index: 1, url: BAD }]);

    const product = theProductIn(shop);
    const [good, bad] = product.media;
    await importThem(shop, ["p"]);
    expect(product.media).toHaveLength(2);
    expect(product.media[0]).toBe(good);
    expect(product.media[1]).not.toBe(bad);
    expect(product.media[1]!.originalSource).toBe(BAD);
    // The supplier has repaired it.
    product.media[1]!.originalSource = GOOD;
    await imagesProcessed(shop);
    expect(await linksIn(shop)).toMatchObject({ p: { failed_images: null, due_at: null } });
    expect(product.variants.map((variant) => variant.image?.id)).toEqual(product.media.map(({ id }) => id));
  });

  it("are assigned to the variants of a large product once Shopify has processed them", async () => {
    const shop = await plusShopWith(largeProduct(300, 3));
    await importThem(shop, ["large"]);
    expect(theProductIn(shop).variants.filter(({ image }) => image !== null)).toEqual([]);
    await imagesProcessed(shop);
    const { variants } = theProductIn(shop);
    expect(variants.filter(({ image }) => image === null)).toEqual([]);
    for (const { image, values } of variants)
      expect(image!.originalSource).toContain(`/${String(Number(values[0]!.name) % 3)}.jpg`);
  });
});
