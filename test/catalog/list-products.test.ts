import { afterAll, describe, expect, it } from "vitest";

import { importProducts } from "../../app/catalog/import/import-products.server.ts";
import { requestImport } from "../../app/catalog/import/request-import.server.ts";
import {
  type ListedProducts,
  listProducts,
  type ProductQuery,
} from "../../app/catalog/list-products.server.ts";
import { mirrorCatalog } from "../../app/catalog/mirror/mirror-catalog.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { jobHandlers } from "../../app/wiring/handlers.server.ts";
import { openQueue } from "../support/queue.ts";
import { timePasses } from "../support/time-passes.ts";
import { changeSettings, newShop } from "../support/world.ts";
import { type StandIn, startStandIn, wireProduct, wireVariant } from "./stand-in-supplier.ts";
import { DAY, mirroredShop } from "./testing.ts";

const supplier = await startStandIn();
await changeSettings({ WHOLESALE_BASE_URL: supplier.url });
afterAll(() => supplier.close());

openQueue(jobHandlers.map(({ job }) => job));

async function shopWith(...products: StandIn["products"]): Promise<ShopDomain> {
  supplier.products = products;
  supplier.pageSize = 100;
  return mirroredShop();
}

type Page = Extract<ListedProducts, { kind: "page" }>;

async function list(shop: ShopDomain, query: Partial<ProductQuery> = {}): Promise<Page> {
  const listed = await listProducts(shop, {
    words: [],
    category: null,
    show: "all",
    after: null,
    before: null,
    ...query,
  });
  if (listed.kind !== "page") throw new Error(`There is no page: ${listed.kind}`);
  return listed;
}

async function ids(shop: ShopDomain, query: Partial<ProductQuery>): Promise<string[]> {
  return (await list(shop, query)).products.map(({ id }) => id);
}

describe("the pages of the catalog", () => {
  it("lead through every product once, and back", async () => {
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

  it("begin at the first one if a cursor leads nowhere", async () => {
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

describe("searching products", () => {
  const assortment = [
    wireProduct("cup", { name: "Emaille-Becher Größe 2", brand: "Nordwind", category: "Küche & Tisch" }),
    wireProduct("tea", { name: "Grüner Tee 100 %", brand: "東京工房", category: "Tee" }),
    wireProduct("pen", { name: "Füller_fein", brand: null, category: null }),
  ];

  it.each<[string[], string[]]>([
    [["becher"], ["cup"]],
    [["größe"], ["cup"]],
    [["nordwind", "becher"], ["cup"]],
    [["becher", "tee"], []],
    [["sku-tea"], ["tea"]],
    [["東京"], ["tea"]],
    [["100 %"], ["tea"]],
    [["%"], ["tea"]],
    [["_"], ["pen"]],
    [["\\"], []],
    [["'"], []],
  ])("by %j finds %j", async (words, found) => {
    expect(await ids(await shopWith(...assortment), { words })).toEqual(found);
  });

  it("by category, from those that there are", async () => {
    const shop = await shopWith(...assortment);
    expect((await list(shop)).categories).toEqual(["Küche & Tisch", "Tee"]);
    expect(await ids(shop, { category: "Tee" })).toEqual(["tea"]);
  });

  it("by the state of their import, and the shop's own stay in the list when the supplier drops them", async () => {
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
    supplier.products = assortment.slice(1);
    await timePasses(shop, DAY);
    await mirrorCatalog(shop);
    expect((await list(shop)).products.map(({ id, gone }) => [id, gone])).toEqual([
      ["cup", true],
      ["pen", false],
      ["tea", false],
      ["odd", true],
    ]);
  });
});

it("shows no shop another's products, and nothing to one that is not connected", async () => {
  const shop = await shopWith(wireProduct("mine"));
  const other = await shopWith(wireProduct("theirs"));
  expect(await ids(shop, {})).toEqual(["mine"]);
  expect(await ids(other, {})).toEqual(["theirs"]);
  const everything = { words: [], category: null, show: "all", after: null, before: null } as const;
  expect(await listProducts(newShop(), { ...everything, words: [] })).toEqual({ kind: "not-connected" });
});
