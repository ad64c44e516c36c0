import { describe, expect, it } from "vitest";
import { createCatalogue } from "./catalogue.ts";
import { writeCursor } from "./cursor.ts";
import { call, openReseller, type ProductJson } from "./reseller.ts";

describe("the simulated catalog", () => {
  const products = createCatalogue(120).page({ from: 0, limit: 120 }).products;
  const variants = products.flatMap((product) => product.variants);

  it("has the same products at each start, and in each size", () => {
    expect(createCatalogue(120).page({ from: 0, limit: 120 }).products).toEqual(products);
    expect(createCatalogue(1_000_000).product("prd_000077")).toEqual(products[77]);
  });

  it("contains the difficult cases of real catalogs", () => {
    expect(new Set(products.map((product) => product.category)).size).toBeGreaterThan(4);
    expect(new Set(products.map((product) => product.brand)).size).toBeGreaterThan(4);
    expect(products.some((product) => product.options.length === 0)).toBe(true);
    expect(products.some((product) => product.options.length === 2)).toBe(true);
    expect(products.some((product) => product.discontinued)).toBe(true);
    expect(products.some((product) => product.variants.length === 12)).toBe(true);
    expect(variants.some((variant) => variant.sku === null)).toBe(true);
    expect(variants.some((variant) => variant.stock === 0)).toBe(true);
    expect(products.some((product) => /[äöüß]/i.test(product.name))).toBe(true);
    expect(products.some((product) => /\p{Script=Han}/u.test(product.name))).toBe(true);
    expect(products.some((product) => product.descriptionHtml.includes("&lt;aber&gt;"))).toBe(true);
  });

  it("starts with a product that can be ordered", () => {
    expect(products[0]).toMatchObject({ id: "prd_000000", discontinued: false });
    expect(products[0]?.variants[0]).toMatchObject({ id: "var_000000_1", sku: expect.any(String) });
    expect(products[0]?.variants[0]?.stock).toBeGreaterThan(10);
  });

  it("has one to twelve variants per product, which differ by their options", () => {
    for (const product of products) {
      const combinations = product.variants.map((variant) => JSON.stringify(variant.options));
      expect(new Set(combinations).size).toBe(combinations.length);
      expect(combinations.length).toBeLessThanOrEqual(12);
      for (const variant of product.variants) expect(Object.keys(variant.options)).toEqual(product.options);
    }
  });

  it("has no duplicate id, SKU or barcode", () => {
    for (const field of ["id", "sku", "barcode"] as const) {
      const values = variants.map((variant) => variant[field]).filter((value) => value !== null);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it("has barcodes with valid check digits", () => {
    for (const barcode of variants.flatMap((variant) => variant.barcode ?? [])) {
      expect(barcode).toMatch(/^\d{13}$/);
      const odd = [0, 2, 4, 6, 8, 10, 12].reduce((sum, place) => sum + Number(barcode[place]), 0);
      const even = [1, 3, 5, 7, 9, 11].reduce((sum, place) => sum + Number(barcode[place]), 0);
      expect((odd + 3 * even) % 10).toBe(0);
    }
  });

  it.each([-1, 1.5, 1_000_001, Number.NaN])("rejects the size %s", (size) => {
    expect(() => createCatalogue(size)).toThrow("whole number from 0 to 1000000");
  });

  it.each(["prd_000120", "prd_77", "prd_-00001", "var_000001_1", ""])(
    "finds no product with the id %s",
    (id) => {
      expect(createCatalogue(120).product(id)).toBeUndefined();
    },
  );

  it.each(["var_000120_1", "var_000000_0", "var_000000_99", "prd_000000"])(
    "finds no variant with the id %s",
    (id) => {
      expect(createCatalogue(120).variant(id)).toBeUndefined();
    },
  );
});

describe("listing the simulated supplier's products", () => {
  it.each([
    [0, 50],
    [1, 1],
    [120, 7],
    [120, 40],
    [120, 100],
  ])("returns each of %s products once in pages of %s", async (products, limit) => {
    const { ask } = await openReseller({ products });
    const pages = await collect(ask, `/products?limit=${limit}`);
    const ids = pages.flatMap((page) => page.map((product) => product.id));
    expect(ids).toEqual(
      Array.from({ length: products }, (_, index) => `prd_${String(index).padStart(6, "0")}`),
    );
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  });

  it("returns 50 products if no limit is given, and never more than the largest page", async () => {
    const { ask } = await openReseller({ maxPageSize: 60 });
    expect((await ask("GET", "/products")).json.products).toHaveLength(50);
    expect((await ask("GET", "/products?limit=5000")).json.products).toHaveLength(60);
  });

  it("returns products in the form of the assumed contract", async () => {
    const { ask } = await openReseller();
    const [product] = (await ask("GET", "/products?limit=1")).json.products;
    expect(product).toEqual({
      id: "prd_000000",
      name: expect.any(String),
      description: expect.stringMatching(/^<p>/),
      brand: expect.any(String),
      category: expect.any(String),
      images: expect.arrayContaining([{ url: expect.any(String), alt: expect.any(String) }]),
      options: expect.any(Array),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      discontinued: false,
      variants: expect.any(Array),
    });
    expect(product?.variants[0]).toEqual({
      id: "var_000000_1",
      sku: "NW-000000-01",
      barcode: expect.stringMatching(/^\d{13}$/),
      options: expect.any(Object),
      price: { amount: expect.stringMatching(/^\d+\.\d\d$/), currency: "EUR" },
      stock: expect.any(Number),
      weight_grams: expect.any(Number),
      image_url: expect.stringMatching(/^http/),
    });
    expect((await ask("GET", "/products/prd_000000")).json).toEqual(product);
  });

  it("links pictures, which are served as SVG, and no other pictures are served", async () => {
    const { service, ask } = await openReseller({ products: 10 });
    const { products } = (await ask("GET", "/products")).json;
    const urls = products.flatMap((product) => product.images.map((image) => image.url));
    for (const url of urls) {
      expect(new URL(url).origin).toBe(service.url);
      const picture = await call(url, "GET");
      expect(picture.headers.get("content-type")).toMatch("image/svg+xml");
      expect(picture.text).toMatch(/^<svg .*<\/svg>$/s);
    }
    expect((await call(`${service.url}/images/prd_000010.svg`, "GET")).status).toBe(404);
  });

  it("finds products that changed at or after a given time, over all pages", async () => {
    const { service, ask } = await openReseller();
    const all = service.supplier.catalogue.page({ from: 0, limit: 120 }).products;
    const since = all[60]?.updatedAt ?? new Date(0);
    const pages = await collect(ask, `/products?limit=7&updated_since=${since.toISOString()}`);
    expect(pages.flat().map((product) => product.id)).toEqual(
      all.filter((product) => product.updatedAt >= since).map((product) => product.id),
    );
  });

  it("builds only the requested page of a million products", async () => {
    const { ask } = await openReseller({ products: 1_000_000 });
    const first = (await ask("GET", "/products?limit=100")).json;
    expect(first.products).toHaveLength(100);
    expect(first.next_cursor).not.toBeNull();
    const last = (await ask("GET", `/products?cursor=${writeCursor("products", 999_990)}`)).json;
    expect(last.products.map((product) => product.id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `prd_99999${index}`),
    );
    expect(last.next_cursor).toBeNull();
  });

  it.each(["limit=0", "limit=many", "cursor=nonsense", "cursor=a&cursor=b", "updated_since=yesterday"])(
    "rejects %s as malformed",
    async (query) => {
      const { ask } = await openReseller();
      const reply = await ask("GET", `/products?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.json.message).toEqual(expect.any(String));
    },
  );

  it("finds no product outside the catalog", async () => {
    const { ask } = await openReseller({ products: 3 });
    const reply = await ask("GET", "/products/prd_000003");
    expect(reply.status).toBe(404);
    expect(reply.json.error).toBe("product_not_found");
  });
});

type Ask = Awaited<ReturnType<typeof openReseller>>["ask"];

async function collect(ask: Ask, path: string): Promise<ProductJson[][]> {
  const pages: ProductJson[][] = [];
  let cursor: string | null = null;
  do {
    const reply: Awaited<ReturnType<Ask>> = await ask("GET", cursor ? `${path}&cursor=${cursor}` : path);
    pages.push(reply.json.products);
    cursor = reply.json.next_cursor;
  } while (cursor !== null);
  return pages;
}
