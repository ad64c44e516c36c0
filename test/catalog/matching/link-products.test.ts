import { describe, expect, it } from "vitest";

import { listActivity } from "../../../app/lib/activity/list-activity.server.ts";
import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import { confirmClearMatches, confirmMatches } from "../../../app/catalog/matching/confirm-matches.server.ts";
import { linkProducts, unlinkProducts } from "../../../app/catalog/matching/link-products.server.ts";
import { listLinked } from "../../../app/catalog/matching/list-matches.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { readInShop } from "../../../app/lib/database/db.server.ts";
import type { OwnProduct } from "../../sandbox/shop/merchant-products.ts";
import { readLinked } from "../../support/linked-variants.ts";
import { openQueue } from "../../support/queue.ts";
import { shopify } from "../../support/world.ts";
import { productsIn } from "../selling-shop.ts";
import { type WireProduct, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { openStandIn, rowsOf } from "../testing.ts";
import { change, confirm, linkFirst, match, review, shopWithOwn } from "./testing.ts";

const supplier = await openStandIn();

openQueue();

const MUG = wireProduct("a", {
  options: ["Size"],
  variants: [
    wireVariant("a-1", { sku: "MUG-S", options: { Size: "S" }, stock: 3 }),
    wireVariant("a-2", { sku: "MUG-L", options: { Size: "L" }, stock: 8 }),
  ],
});
const OWN_MUG: OwnProduct = {
  title: "My mug",
  variants: [
    { sku: "MUG-S", price: "19.00", available: 4 },
    { sku: "MUG-L", price: "21.00", available: 0 },
    { sku: "MUG-XL", price: "23.00", available: 1 },
  ],
};

function shopWith(products: WireProduct[], own: OwnProduct[]): Promise<ShopDomain> {
  return shopWithOwn({ supplier, products, own });
}

/** The shop's products as the shop has them. */
function inShop(shop: ShopDomain) {
  return productsIn(shop).map(({ title, status, metafields, variants }) => ({
    title,
    status,
    mark: metafields[0]?.value ?? null,
    variants: variants.map(({ item, price, metafields: marks }) => ({
      sku: item.sku,
      price,
      cost: item.cost,
      mark: marks[0]?.value ?? null,
      tracked: item.tracked,
      stock: item.levels.map(({ location, available }) => [location.service ? "ours" : "own", available]),
    })),
  }));
}

async function problemOf(shop: ShopDomain): Promise<string | undefined> {
  const [row] = await review(shop);
  return row?.problem?.code;
}

describe("linking a product", () => {
  it("is not possible while an import is about to create the product", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    const [found] = await match(shop);
    if (!found) throw new Error("Nothing was found.");
    await requestImport(shop, ["a"]);
    expect(await confirm(shop, found)).toBe(0);
    expect(await confirmClearMatches(shop, "keep")).toBe(0);
  });

  it("keeps the merchant's fields, and sets the supplier's stock and cost", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop);
    expect(inShop(shop)).toEqual([
      {
        title: "My mug",
        status: "ACTIVE",
        mark: "a",
        variants: [
          {
            sku: "MUG-S",
            price: "19.00",
            cost: "10.00",
            mark: "a-1",
            tracked: true,
            stock: [
              ["own", 4],
              ["ours", 3],
            ],
          },
          {
            sku: "MUG-L",
            price: "21.00",
            cost: "10.00",
            mark: "a-2",
            tracked: true,
            stock: [
              ["own", 0],
              ["ours", 8],
            ],
          },
          {
            sku: "MUG-XL",
            price: "23.00",
            cost: null,
            mark: null,
            tracked: true,
            stock: [["own", 1]],
          },
        ],
      },
    ]);
    expect(await review(shop)).toEqual([]);
  });

  it("stores which values we wrote and which fields stay the merchant's", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop);
    expect(await rowsOf("product_link", shop)).toMatchObject([
      {
        supplier_product_id: "a",
        state: "imported",
        delisted: null,
        own_stock: "keep",
        stocked_elsewhere: 2,
        chosen_variants: ["a-1", "a-2"],
        last_written: { status: "ACTIVE" },
        merchant_fields: ["title", "descriptionHtml", "vendor", "productType", "tags", "images"],
      },
    ]);
    const keep = ["price", "compareAtPrice", "barcode", "weight"];
    expect(await rowsOf("variant_link", shop)).toMatchObject([
      { supplier_variant_id: "a-1", price: null, cost: "10.00", stock: 3, merchant_fields: keep },
      { supplier_variant_id: "a-2", price: null, cost: "10.00", stock: 8, merchant_fields: keep },
    ]);
    expect(await readInShop(shop, (tx) => listLinked(tx, shop, { after: null, before: null }))).toMatchObject(
      {
        rows: [{ id: "a", linked: 2, variants: 2 }],
      },
    );
    const { entries } = await listActivity(shop, { place: null });
    expect(entries[0]?.message).toEqual({ code: "links.activity.linked", linked: 1, failed: 0 });
  });

  it("makes the price follow the supplier if the merchant wants that", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop, "follow");
    expect(inShop(shop)[0]?.variants.map(({ price }) => price)).toEqual(["15.00", "15.00", "23.00"]);
    expect(await rowsOf("variant_link", shop)).toMatchObject([
      { price: "15.00", merchant_fields: ["barcode", "weight"] },
      { price: "15.00", merchant_fields: ["barcode", "weight"] },
    ]);
  });

  it("gives a variant without a SKU the supplier's SKU, because our location requires a SKU", async () => {
    const shop = await shopWith(
      [wireProduct("a", { name: "Bowl", variants: [wireVariant("a-1", { sku: "B-1" })] })],
      [{ title: "Bowl", variants: [{ sku: null, kind: null }] }],
    );
    await linkFirst(shop);
    expect(inShop(shop)[0]?.variants).toMatchObject([
      {
        sku: "B-1",
        mark: "a-1",
        stock: [
          ["own", 100],
          ["ours", 5],
        ],
      },
    ]);
  });

  it("reports a price in another currency if the price should follow, and succeeds with the merchant's own price", async () => {
    const foreign = wireVariant("a-1", { sku: "X", price: { amount: "10.00", currency: "JPY" } });
    const shop = await shopWith(
      [wireProduct("a", { variants: [foreign] })],
      [{ title: "One", variants: [{ sku: "X", price: "9.00" }] }],
    );
    await linkFirst(shop, "follow");
    expect(await problemOf(shop)).toBe("catalog.skip.currency-differs");
    expect(inShop(shop)[0]).toMatchObject({ mark: null, variants: [{ mark: null, cost: null }] });
    await linkFirst(shop, "keep");
    expect(inShop(shop)[0]).toMatchObject({
      mark: "a",
      variants: [{ mark: "a-1", cost: null, price: "9.00" }],
    });
  });

  it("links all products with a single match in one step", async () => {
    const products = ["a", "b", "c"].map((id) =>
      wireProduct(id, { variants: [wireVariant(`${id}-1`, { sku: id === "c" ? "SAME" : `S-${id}` })] }),
    );
    const shop = await shopWith(products, [
      ...["a", "b"].map((id) => ({ title: `Own ${id}`, variants: [{ sku: `S-${id}` }] })),
      ...["c", "d"].map((id) => ({ title: `Own ${id}`, variants: [{ sku: "SAME" }] })),
    ]);
    await match(shop);
    expect(await confirmClearMatches(shop, "keep")).toBe(2);
    await linkProducts(shop);
    expect(inShop(shop).map(({ mark }) => mark)).toEqual(["a", "b", null, null]);
    expect((await review(shop)).map(({ id }) => id)).toEqual(["c"]);
  });

  it("completes the import of a product that was waiting to be linked", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await requestImport(shop, ["a"]);
    await importProducts(shop);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "needs-linking" }]);
    await linkFirst(shop);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ state: "imported", problem: null }]);
    expect(productsIn(shop)).toHaveLength(1);
  });

  it("links once if the merchant confirms twice, or if a worker died before it stored the link", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    const [first] = await match(shop);
    expect(await confirm(shop, first!)).toBe(1);
    const [shopBefore, rows] = [inShop(shop), await rowsOf("variant_link", shop)];
    expect(await confirm(shop, first!)).toBe(0);
    // The rows of a worker that wrote to the shop and was lost before it could say so.
    await change(shop, "delete from variant_link where shop = $1");
    await change(shop, "delete from product_link where shop = $1");
    await linkFirst(shop);
    expect(inShop(shop)).toEqual(shopBefore);
    expect(await rowsOf("variant_link", shop)).toEqual(rows);
  });

  it("links only the variants that the merchant picks", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    const [{ id, version, candidates } = { id: "", version: "", candidates: [] }] = await match(shop);
    const [candidate] = candidates;
    const choice = {
      supplierProductId: id,
      shopProductId: candidate!.shopProductId,
      version,
      price: "keep",
    } as const;
    expect(await confirmMatches(shop, [{ ...choice, picks: { "a-2": null } }])).toBe(1);
    await linkProducts(shop);
    expect(inShop(shop)[0]?.variants.map(({ mark }) => mark)).toEqual(["a-1", null, null]);
    expect(await rowsOf("product_link", shop)).toMatchObject([{ chosen_variants: ["a-1"] }]);
  });

  it("rejects a choice that was not offered or is no longer offered", async () => {
    const shop = await shopWith([MUG], [OWN_MUG, { title: "Other", variants: [{ sku: "OTHER" }] }]);
    const [{ id, version, candidates } = { id: "", version: "", candidates: [] }] = await match(shop);
    const shopProductId = candidates[0]!.shopProductId;
    const choice = { supplierProductId: id, shopProductId, version, picks: {}, price: "keep" } as const;
    const [, other] = productsIn(shop);
    const foreign = `gid://shopify/ProductVariant/${String(other?.variants[0]?.id)}`;
    expect(await confirmMatches(shop, [{ ...choice, picks: { "a-1": foreign } }])).toBe(0);
    expect(await confirmMatches(shop, [{ ...choice, picks: { "a-1": null, "a-2": null } }])).toBe(0);
    expect(await confirmMatches(shop, [{ ...choice, version: "earlier" }])).toBe(0);
    expect(
      await confirmMatches(shop, [
        { ...choice, shopProductId: `gid://shopify/Product/${String(other?.id)}` },
      ]),
    ).toBe(0);
  });
});

describe("linking a product that has changed", () => {
  it("reports that the product was deleted in the shop", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    const [first] = await match(shop);
    shopify.merchant.deleteProduct(shopify.merchant.products(shop)[0]!.id, shop);
    await confirm(shop, first!);
    expect(await problemOf(shop)).toBe("links.problem.deleted");
    expect(await rowsOf("product_link", shop)).toEqual([]);
  });

  it("reports that the shop's product is already linked to another of the supplier's products", async () => {
    const twin = wireProduct("b", { variants: [wireVariant("b-1", { sku: "MUG-S" })] });
    const shop = await shopWith([MUG, twin], [OWN_MUG]);
    const rows = await match(shop);
    expect(rows.map(({ id, clear }) => [id, clear])).toEqual([
      ["a", false],
      ["b", false],
    ]);
    await confirm(shop, rows[0]!);
    await confirm(shop, rows[1]!);
    expect(await problemOf(shop)).toBe("links.problem.taken");
    expect(inShop(shop)[0]?.mark).toBe("a");
  });

  it("reports that the supplier no longer has the product", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    const [first] = await match(shop);
    await change(shop, "update supplier_product set gone_at = now() where shop = $1");
    await confirm(shop, first!);
    expect(await problemOf(shop)).toBe("catalog.skip.not-listed");
  });
});

describe("unlinking a product", () => {
  it("keeps the product in the shop, removes our marks, and stops orders for it", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop);
    const [before] = inShop(shop);
    const ids = productsIn(shop)[0]!.variants.map(({ id }) => `gid://shopify/ProductVariant/${String(id)}`);
    expect((await readLinked(shop, ids)).size).toBe(2);

    expect(await unlinkProducts(shop, ["a"])).toBe(1);
    expect((await readLinked(shop, ids)).size).toBe(0);
    await linkProducts(shop);
    expect(inShop(shop)).toEqual([
      { ...before, mark: null, variants: before!.variants.map((variant) => ({ ...variant, mark: null })) },
    ]);
    expect(await rowsOf("product_link", shop)).toEqual([]);
    expect(await rowsOf("link_match", shop)).toEqual([]);
    expect(await unlinkProducts(shop, ["a"])).toBe(0);
  });

  it("allows linking the product again", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop);
    await unlinkProducts(shop, ["a"]);
    await linkProducts(shop);
    await linkFirst(shop);
    expect(inShop(shop)[0]?.mark).toBe("a");
  });

  it("removes the link even if the product was deleted in the shop", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop);
    shopify.merchant.deleteProduct(shopify.merchant.products(shop)[0]!.id, shop);
    await unlinkProducts(shop, ["a"]);
    await linkProducts(shop);
    expect(await rowsOf("product_link", shop)).toEqual([]);
  });

  it("prevents another import until our marks are removed", async () => {
    const shop = await shopWith([MUG], [OWN_MUG]);
    await linkFirst(shop);
    await unlinkProducts(shop, ["a"]);
    expect(await requestImport(shop, ["a"])).toBe(0);
  });
});
