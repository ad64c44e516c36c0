import { describe, expect, it } from "vitest";

import { importProducts } from "../../../app/catalog/import/runs/import-products.server.ts";
import { requestImport } from "../../../app/catalog/import/runs/start-import.server.ts";
import {
  type ListedProducts,
  listProducts,
  type ProductQuery,
} from "../../../app/catalog/search/list-products.server.ts";
import { parseProductFilter, type ProductFilter } from "../../../app/catalog/search/product-filter.ts";
import { mirrorCatalog } from "../../../app/catalog/mirror/mirror-catalog.server.ts";
import type { ShopDomain } from "../../../app/lib/shop-domain.ts";
import { query } from "../../support/database.ts";
import { openQueue } from "../../support/queue.ts";
import { timePasses } from "../../support/time-passes.ts";
import { databaseUrl, newShop } from "../../support/world.ts";
import { type StandIn, wireProduct, wireVariant } from "../stand-in-supplier.ts";
import { EVERYTHING, HOUR, mirroredShop, openStandIn } from "../testing.ts";

const supplier = await openStandIn();

openQueue();

async function shopWith(...products: StandIn["products"]): Promise<ShopDomain> {
  supplier.products = products;
  return mirroredShop();
}

type Page = Extract<ListedProducts, { kind: "page" }>;

async function list(shop: ShopDomain, query: Partial<ProductQuery & ProductFilter> = {}): Promise<Page> {
  const { sort = "best", after = null, before = null, ...filter } = query;
  const listed = await listProducts(shop, {
    filter: { ...EVERYTHING.filter, ...filter },
    sort,
    after,
    before,
  });
  if (listed.kind !== "page") throw new Error(`There is no page: ${listed.kind}`);
  return listed;
}

async function ids(shop: ShopDomain, query: Partial<ProductQuery & ProductFilter> = {}): Promise<string[]> {
  return (await list(shop, query)).products.map(({ id }) => id);
}

/** Reads the supplier's present list again. */
async function reread(shop: ShopDomain, ...products: StandIn["products"]): Promise<void> {
  supplier.products = products;
  // A full run is due once a day.
  await timePasses(shop, 24 * HOUR);
  await mirrorCatalog(shop);
}

describe("the pages of the catalog", () => {
  it("show every product once, forward and back", async () => {
    // Forty-five products, of which many have the same name.
    const products = Array.from({ length: 45 }, (_, i) =>
      wireProduct(`p${String(i)}`, { name: `Name ${String(i % 7)}` }),
    );
    const shop = await shopWith(...products);
    const pages = [await list(shop)];
    for (let next = pages[0]!.nextCursor; next !== null; next = pages.at(-1)!.nextCursor)
      pages.push(await list(shop, { after: next }));
    expect(pages.map((page) => page.products.length)).toEqual([20, 20, 5]);
    const seen = pages.flatMap((page) => page.products.map(({ id }) => id));
    expect(seen.toSorted()).toEqual(products.map(({ id }) => id).toSorted());

    expect(pages[0]!.previousCursor).toBeNull();
    const second = await list(shop, { before: pages[2]!.previousCursor });
    expect(second.products).toEqual(pages[1]!.products);
    const first = await list(shop, { before: second.previousCursor });
    expect(first.products).toEqual(pages[0]!.products);
    expect(first.previousCursor).toBeNull();
    expect(first.nextCursor).toBe(pages[0]!.nextCursor);
  });

  it("start at the first page if a cursor is invalid", async () => {
    const shop = await shopWith(wireProduct("a"));
    expect(await ids(shop, { after: "nonsense" })).toEqual(["a"]);
    expect(await ids(shop, { before: "nonsense" })).toEqual(["a"]);
  });

  it("show a product's cost, stock and SKU", async () => {
    const shop = await shopWith(
      wireProduct("many", {
        images: [{ url: "https://images.example/1.jpg", alt: null }],
        variants: [
          wireVariant("1", { price: { amount: "9.50", currency: "EUR" }, stock: 3 }),
          wireVariant("2", { price: { amount: "10.00", currency: "EUR" }, stock: -4 }),
        ],
      }),
      wireProduct("none", { variants: [], discontinued: true }),
      wireProduct("one"),
    );
    const { products } = await list(shop);
    expect(products).toMatchObject([
      {
        id: "many",
        image: "https://images.example/1.jpg",
        variants: 2,
        sku: null,
        stock: 3,
        cost: { amount: "9.50", currency: "EUR", differs: true },
      },
      { id: "none", variants: 0, stock: 0, cost: null, discontinued: true },
      { id: "one", variants: 1, sku: "SKU-one-1", stock: 5, cost: { amount: "10.00", differs: false } },
    ]);
  });
});

it("names a product's images if their addresses are not on the web", async () => {
  const images = [" https://images.example/lead.jpg", "lead.jpg"].map((url) => ({ url, alt: null }));
  const shop = await shopWith(wireProduct("p", { images }));
  expect((await list(shop)).products).toMatchObject([{ imagesLeftOut: ["lead.jpg"] }]);
});

describe("searching products", () => {
  const assortment = [
    wireProduct("cup", { name: "Emaille-Becher Größe 2", brand: "Nordwind", category: "Küche & Tisch" }),
    wireProduct("tea", { name: "Grüner Tee 100 %", brand: "東京工房", category: "Tee" }),
    wireProduct("pen", { name: "Füller_fein", brand: null, category: null }),
  ];

  it.each<[string, string[]]>([
    ["becher", ["cup"]],
    ["BECH", ["cup"]],
    ["größe", ["cup"]],
    ["grosse", ["cup"]],
    ["gruner", ["tea"]],
    ["fuller", ["pen"]],
    ["nordwind becher", ["cup"]],
    ["becher tee", []],
    ["küche", ["cup"]],
    ["sku-tea", ["tea"]],
    ["SKU-TEA-1", ["tea"]],
    ["東京", ["tea"]],
    ["工房", ["tea"]],
    ["100 %", ["tea"]],
    ["%", []],
    ["_", []],
    ["\\", []],
    ["'", []],
    ["':* | 'x", []],
    ["\0", ["cup", "pen", "tea"]],
    ["🎁", []],
  ])("finds for %j: %j", async (query, found) => {
    const shop = await shopWith(...assortment);
    const { filter } = parseProductFilter(new URLSearchParams({ q: query }));
    const listed = await list(shop, filter);
    expect(listed.products.map(({ id }) => id).toSorted()).toEqual(found);
    expect(listed).toMatchObject({ total: found.length, corrected: null });
  });

  it("finds short words, and words with digits, by their beginning", async () => {
    const shop = await shopWith(wireProduct("hub", { name: "USB3-Hub ax 4port ²" }));
    const found: string[] = [];
    const typed = ["u", "usb", "usb3 hu", "hub usb", "hub usb4", "4po", "4 hub", "a hub", "axe"];
    for (const query of typed) if ((await list(shop, { query })).total > 0) found.push(query);
    expect(found).toEqual(["u", "usb", "usb3 hu", "hub usb", "4po", "4 hub", "a hub"]);
  });

  it.each<[string, string[], string | null]>([
    ["bechr", ["cup"], "becher"],
    ["bechher", ["cup"], "becher"],
    ["bexher", ["cup"], "becher"],
    ["bceher", ["cup"], "becher"],
    ["behcer", ["cup"], "becher"],
    ["ecker", [], null],
    ["nordwin becherr", ["cup"], "nordwin becher"],
    ["emialle", ["cup"], "emaille"],
    ["echer", ["cup"], "becher"],
    ["nord bechxyr", [], null],
    ["tex", [], null],
  ])("finds for the mistyped %j: %j, corrected to %j", async (query, found, corrected) => {
    const shop = await shopWith(...assortment);
    const listed = await list(shop, { query });
    expect(listed.products.map(({ id }) => id)).toEqual(found);
    expect(listed.corrected).toBe(corrected);
  });

  it("starts with the products whose names start with the query", async () => {
    const shop = await shopWith(
      wireProduct("a", { name: "A cup" }),
      wireProduct("b", { name: "Cup, big" }),
      wireProduct("c", { name: "Cup" }),
    );
    expect(await ids(shop, { query: "cup" })).toEqual(["c", "b", "a"]);
    expect(await ids(shop, { query: "cup", sort: "name" })).toEqual(["a", "c", "b"]);
  });

  it("lists the existing categories and brands, and filters by them", async () => {
    const shop = await shopWith(...assortment);
    expect(await list(shop)).toMatchObject({
      categories: ["Küche & Tisch", "Tee"],
      brands: ["Nordwind", "東京工房"],
    });
    expect(await ids(shop, { category: "Tee" })).toEqual(["tea"]);
    expect(await ids(shop, { brand: "Nordwind", query: "becher" })).toEqual(["cup"]);
    expect(await ids(shop, { brand: "Nordwind", query: "tee" })).toEqual([]);
  });

  it("filters by cost, stock and availability", async () => {
    const priced = (id: string, amount: string, more = {}) =>
      wireProduct(id, {
        variants: [wireVariant(`${id}-1`, { price: { amount, currency: "EUR" }, ...more })],
      });
    const shop = await shopWith(
      priced("cheap", "9.99"),
      priced("dear", "10.00", { stock: 0 }),
      priced("dearer", "100"),
      wireProduct("none", { variants: [], discontinued: true }),
    );
    expect(await ids(shop, { min: "10" })).toEqual(["dear", "dearer"]);
    expect(await ids(shop, { max: "10.00" })).toEqual(["cheap", "dear"]);
    expect(await ids(shop, { min: "9.995", max: "99.99" })).toEqual(["dear"]);
    expect(await ids(shop, { inStock: true })).toEqual(["cheap", "dearer"]);
    expect(await ids(shop, { show: "discontinued" })).toEqual(["none"]);
    expect(await ids(shop, { sort: "cost" })).toEqual(["cheap", "dear", "dearer", "none"]);
    expect(await ids(shop, { sort: "-cost" })).toEqual(["none", "dearer", "dear", "cheap"]);
  });

  it("filters by the time since the supplier listed a product", async () => {
    const [a, b] = [wireProduct("a"), wireProduct("b")];
    const shop = await shopWith(a);
    await timePasses(shop, 48 * HOUR);
    await reread(shop, a, b);
    expect(await ids(shop, { sinceDays: 1 })).toEqual(["b"]);
    expect(await ids(shop, { sinceDays: 7 })).toEqual(["a", "b"]);
    expect(await ids(shop, { sort: "newest" })).toEqual(["b", "a"]);
  });

  it("filters by import state, and still lists the shop's products after the supplier drops them", async () => {
    const shop = await shopWith(...assortment, wireProduct("odd", { variants: [] }));
    await requestImport(shop, ["cup", "odd"]);
    expect(await ids(shop, { show: "importing" })).toEqual(["cup", "odd"]);
    expect(await list(shop)).toMatchObject({ importing: 2 });
    await importProducts(shop);
    expect(await list(shop, { show: "imported" })).toMatchObject({
      importing: 0,
      products: [{ id: "cup", gone: false, link: { state: "imported", problem: null } }],
    });
    expect(await list(shop, { show: "skipped" })).toMatchObject({
      products: [{ id: "odd", link: { state: "skipped", problem: { code: "catalog.skip.no-variants" } } }],
    });
    expect(await ids(shop, { show: "not-imported" })).toEqual(["pen", "tea", "odd"]);
    await reread(shop, wireProduct("pen"), wireProduct("odd", { variants: [] }));
    expect((await list(shop)).products.map(({ id, gone }) => [id, gone])).toEqual([
      ["cup", true],
      ["odd", false],
      ["pen", false],
    ]);
    expect(await ids(shop, { query: "tee" })).toEqual([]);
    await reread(shop, ...assortment);
    expect(await ids(shop, { query: "tee" })).toEqual(["tea"]);
    expect(await list(shop, { query: "becher" })).toMatchObject({ products: [{ id: "cup", gone: false }] });
  });

  it("finds products by their latest names, and rewrites no search row of an unchanged product", async () => {
    const shop = await shopWith(...assortment);
    await timePasses(shop, HOUR);
    const before = await versions(shop);
    const [cup, tea, pen] = assortment as [
      StandIn["products"][0],
      StandIn["products"][0],
      StandIn["products"][0],
    ];
    supplier.products = [
      { ...cup, variants: [wireVariant("cup-1", { stock: 6, barcode: "4006381333931" })] },
      { ...tea, name: "Schwarzer Tee" },
      pen,
    ];
    await mirrorCatalog(shop);
    const after = await versions(shop);
    expect(after).toMatchObject({ cup: before["cup"], pen: before["pen"] });
    expect(after["tea"]).not.toBe(before["tea"]);
    expect(await ids(shop, { query: "gruner" })).toEqual([]);
    expect(await ids(shop, { query: "schwarz" })).toEqual(["tea"]);
  });
});

/** Returns each row's version in Postgres, which changes with each write. */
async function versions(shop: ShopDomain): Promise<Record<string, string>> {
  const rows = await query<{ id: string; version: string }>(
    databaseUrl,
    "select supplier_product_id as id, xmin::text as version from product_search where shop = $1",
    [shop],
  );
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

it("accepts names and categories of any length and script", async () => {
  const long = "😀漢字ä".repeat(200);
  const shop = await shopWith(
    wireProduct("x".repeat(255), { name: long, brand: long, category: long }),
    wireProduct("blank", { name: "🎁", brand: "", category: "" }),
    wireProduct("rtl", { name: "كوب القهوة" }),
    wireProduct("dear", {
      variants: [wireVariant("d", { price: { amount: "9".repeat(400), currency: "EUR" } })],
    }),
  );
  expect((await list(shop)).total).toBe(4);
  expect(await ids(shop, { query: "القهوة" })).toEqual(["rtl"]);
});

it("shows no products of another shop, and none to a disconnected shop", async () => {
  const shop = await shopWith(wireProduct("mine"));
  const other = await shopWith(wireProduct("theirs"));
  expect(await ids(shop)).toEqual(["mine"]);
  expect(await ids(other)).toEqual(["theirs"]);
  expect(await ids(shop, { query: "theirs" })).toEqual([]);
  expect(await listProducts(newShop(), EVERYTHING)).toEqual({ kind: "not-connected" });
});
