/** The pages of a product whose variant the merchant has deleted in the shop. */
import { describe, expect, it } from "vitest";

import { USUAL_OPTIONS } from "../../app/catalog/import/import-options.ts";
import { importProducts } from "../../app/catalog/import/runs/import-products.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { readTicks } from "../../app/routes/app.catalog_.import/read-ticks.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { productOf, shopSelling, shown } from "../catalog/sync/testing.ts";
import { openStandIn } from "../catalog/testing.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { query } from "../support/database.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

const FORM = ["/app/catalog/import?ids=shirt", "routes/app.catalog_.import"] as const;

/** A shop with the sizes S and M, in which the merchant has deleted M. */
async function shopWithoutM(): Promise<ShopDomain> {
  const variants = ["S", "M"].map((size) => wireVariant(size, { sku: size, options: { Size: size } }));
  const shop = await shopSelling(supplier, wireProduct("shirt", { options: ["Size"], variants }));
  const product = productOf(shop, "M");
  for (const { id, item } of product.variants)
    if (item.sku === "M") simulated(shop).catalog.variants.delete(id);
  product.variants = product.variants.filter(({ item }) => item.sku !== "M");
  await query(
    databaseUrl,
    "update variant_link set shop_state = 'deleted' where shop = $1 and supplier_variant_id = 'M'",
    [shop],
  );
  return shop;
}

/** Returns the form's checkboxes of variants: id, ticked or not, help text. */
async function boxes(shop: ShopDomain, locale: string): Promise<string[][]> {
  const { html } = await renderedPage(FORM[0], { shop, locale });
  const found = html.matchAll(/<input[^>]*type="checkbox"[^>]*value="([SM])"[^>]*>/g);
  return [...found].map(([tag, id]) => {
    const help = /aria-describedby="([^" ]+)/.exec(tag)?.[1] ?? "";
    const text = html
      .split(`id="${help}"`)[1]
      ?.replace(/^[^>]*>(<[^>]*>)*/, "")
      .split("<")[0];
    return [
      id!,
      tag.includes("checked") && !tag.includes('aria-checked="false"') ? "ticked" : "not ticked",
      text!,
    ];
  });
}

describe("the form that imports a product again", () => {
  it("does not tick a variant that the merchant deleted in the shop, and says so", async () => {
    const shop = await shopWithoutM();
    expect(await boxes(shop, "en")).toEqual([
      ["S", "ticked", "In your shop · Stock: 5"],
      ["M", "not ticked", "Deleted in your shop · Stock: 5"],
    ]);
    expect(await boxes(shop, "de")).toMatchObject([{}, { 2: "In Ihrem Shop gelöscht · Bestand: 5" }]);
  });

  it("creates a deleted variant again only if it is ticked", async () => {
    const shop = await shopWithoutM();
    for (const [recreated, sizes] of [
      [[], ["S"]],
      [["M"], ["M", "S"]],
    ]) {
      const options = JSON.stringify({ ...USUAL_OPTIONS, recreated });
      await submitted(FORM, { options, variants: "[]" }, shop);
      await importProducts(shop);
      expect(Object.keys(shown(shop)).toSorted()).toEqual(sizes);
    }
  });
});

it("the product's page does not say “In your shop” for a variant that the merchant deleted", async () => {
  const shop = await shopWithoutM();
  const { html } = await renderedPage("/app/products/shirt", { shop, locale: "en" });
  const table = html.slice(html.indexOf(">Variants<"), html.indexOf(">Description<"));
  expect(table.match(/>In your shop</g)).toHaveLength(1);
});

describe("readTicks", () => {
  const rows = [
    { id: "S", isDeleted: false, wasChosen: true },
    { id: "M", isDeleted: false, wasChosen: true },
    { id: "L", isDeleted: true, wasChosen: true },
    { id: "XL", isDeleted: true, wasChosen: true },
  ];
  it.each([
    [["S", "M"], { variants: [], recreated: [] }],
    [["S", "M", "L"], { variants: [], recreated: ["L"] }],
    [["S"], { variants: ["S"], recreated: [] }],
    [["S", "XL"], { variants: ["S", "XL"], recreated: ["XL"] }],
  ])("reads %j", (ticked, choice) => {
    expect(readTicks(rows, ticked)).toEqual(choice);
  });
});
