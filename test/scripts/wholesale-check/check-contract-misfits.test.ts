import { describe, expect, it } from "vitest";

import { createKey, openReseller, openService } from "../../sandbox/wholesale/reseller.ts";
import { check, openForeign } from "./checking.ts";

const product = (id: number, changes = {}) => ({
  id,
  name: "A thing",
  variants: [{ id, price: { amount: "1.00", currency: "EUR" }, stock: 1 }],
  ...changes,
});

const isFuture = (asked: URLSearchParams) => Date.parse(asked.get("updated_since") ?? "") > Date.now();

describe("the check of another supplier", () => {
  it("reports each operation that a supplier lacks as a misfit", async () => {
    const service = await openService({ dialect: "documented" });
    const { of, verdict } = await check({ baseUrl: service.url, apiKey: await createKey(service) });
    expect(verdict).toBe("misfits");
    for (const operation of ["listProducts", "findOrders", "readBranding"] as const) {
      expect(of(operation)).toMatchObject({
        result: "misfit",
        reasons: [{ says: "the supplier has nothing there (404)", status: 404 }],
      });
    }
    expect(of("getProduct")?.result).toBe("not tried");
  });

  it("names each misfit of a reply once, by its path and without its value", async () => {
    const odd = { name: 5, variants: [{ id: {} }] };
    const unreadable = {
      brand: 5,
      variants: [{ id: 4, price: { amount: "secret", currency: "secret" }, weight_grams: "secret" }],
    };
    const baseUrl = await openForeign(({ pathname, searchParams }) =>
      pathname === "/api/reseller/products"
        ? {
            products: isFuture(searchParams)
              ? []
              : [
                  product(1),
                  product(2, odd),
                  product(3, odd),
                  product(4, unreadable),
                  product(5, unreadable),
                ],
          }
        : undefined,
    );
    const { all, of } = await check({ baseUrl, apiKey: "rk_any" });
    const told = of("listProducts")?.reasons.map(({ path, says }) => `${path ?? ""} ${says}`);
    expect(told).toEqual([
      "products.3.brand does not fit: invalid input: expected string, received number (and 1 more like it)",
      "products.3.variants.0.price.amount does not fit: expected a decimal such as 12.50 (and 1 more like it)",
      "products.3.variants.0.price.currency does not fit: expected a currency such as EUR (and 1 more like it)",
      "products.3.variants.0.stock is missing (and 1 more like it)",
      "products.3.variants.0.weight_grams does not fit: expected a weight such as 250 (and 1 more like it)",
      "products.1.name does not fit: invalid input: expected string, received number (and 1 more like it)",
      "products.1.variants.0.id does not fit: invalid input: expected string or number (and 1 more like it)",
    ]);
    expect(JSON.stringify(all)).not.toContain("secret");
  });

  it("reports one odd product among others as a misfit, and still checks everything else", async () => {
    const products = [...Array(9).keys()].map((id) => product(id));
    const baseUrl = await openForeign(({ pathname, searchParams }) => {
      if (pathname === "/api/reseller/products")
        return { products: isFuture(searchParams) ? [] : [...products, product(9, { name: 5 })] };
      return pathname === "/api/reseller/products/0" ? product(0) : undefined;
    });
    const { of, verdict } = await check({ baseUrl, apiKey: "rk_any" });
    expect(verdict).toBe("misfits");
    // Told once, although every call met it.
    expect(of("listProducts")).toMatchObject({ result: "misfit", reasons: [{ path: "products.9.name" }] });
    expect(of("listProducts")?.reasons).toHaveLength(1);
    expect(of("getProduct")?.result).toBe("fits");
  });

  it("reports a filter that returns wrong items, even if they cannot be read", async () => {
    const order = (id: number, changes = {}) => ({ id, status: "received", lines: [], ...changes });
    const strange = order(2, { status: "on hold" });
    const baseUrl = await openForeign(({ pathname }) => {
      if (pathname === "/api/reseller/products")
        return { products: [product(1), ...[...Array(10).keys()].map(() => product(2, { name: 5 }))] };
      return pathname === "/api/reseller/orders" ? { orders: [order(1), strange] } : undefined;
    });
    const { of } = await check({ baseUrl, apiKey: "rk_any" });
    expect(of("listProducts")?.reasons.map(({ says }) => says)).toEqual([
      expect.stringContaining("received number (and 9 more like it)"),
      "more came than the 10 that were asked for",
      "a time in the future found products: the filter is ignored",
    ]);
    expect(of("findOrders")?.reasons.map(({ step, path }) => step ?? path)).toEqual([
      "orders.1.status",
      "ability findOrderByReference",
      "ability ordersUpdatedSince",
    ]);
  });

  const catalogue = Array.from({ length: 30 }, (_, index) => product(index));
  const pages: [string, (query: URLSearchParams) => unknown, string][] = [
    [
      "ignores the cursor",
      () => ({ products: catalogue.slice(0, 10), next_cursor: "again" }),
      "repeats what was on the first",
    ],
    ["ignores the limit", () => ({ products: catalogue }), "more came than the 10"],
    [
      "has its cursor under another name",
      (query) => ({ products: catalogue.slice(0, Number(query.get("limit"))), after: "x" }),
      "no cursor leads to them",
    ],
    [
      "finds nothing since any time",
      (query) => ({ products: query.has("updated_since") ? [] : catalogue.slice(0, 3) }),
      "a time long ago found no products",
    ],
  ];
  it.each(pages)("reports a misfit if a list %s", async (_, list, says) => {
    const baseUrl = await openForeign(({ pathname, searchParams }) =>
      pathname === "/api/reseller/products" ? list(searchParams) : undefined,
    );
    const { of } = await check({ baseUrl, apiKey: "rk_any" });
    expect(of("listProducts")?.result).toBe("misfit");
    expect(of("listProducts")?.reasons.map((reason) => reason.says)).toContainEqual(
      expect.stringContaining(says),
    );
  });

  it("reports a misfit if no order is found by its time of change", async () => {
    let asked = 0;
    const baseUrl = await openForeign(({ pathname }) => {
      if (pathname !== "/api/reseller/orders") return undefined;
      asked += 1;
      return { orders: asked === 1 ? [{ id: 1, status: "received", lines: [] }] : [] };
    });
    const { of } = await check({ baseUrl, apiKey: "rk_any" });
    expect(of("findOrders")?.reasons).toEqual([
      { step: "ability ordersUpdatedSince", says: "a time long ago found no orders" },
    ]);
  });

  it("reports a misfit if an order is not found by its own reference, or if another order has its id", async () => {
    const order = (id: number) => ({ id, reference: "R-1", status: "received", lines: [] });
    const baseUrl = await openForeign(({ pathname, searchParams }) => {
      if (pathname === "/api/reseller/orders")
        return { orders: searchParams.has("reference") || isFuture(searchParams) ? [] : [order(1)] };
      return pathname === "/api/reseller/orders/1" ? order(2) : undefined;
    });
    const { of } = await check({ baseUrl, apiKey: "rk_any" });
    expect(of("findOrders")?.reasons).toEqual([
      { step: "ability findOrderByReference", says: "an order's own reference did not find it" },
    ]);
    expect(of("getOrder")).toMatchObject({
      result: "misfit",
      reasons: [{ says: "expected the id that was asked for" }],
    });
  });

  it("reports a misfit that is on the second page", async () => {
    const baseUrl = await openForeign(({ pathname, searchParams }) => {
      if (pathname !== "/api/reseller/products") return undefined;
      if (searchParams.has("cursor")) return { products: [product(2, { name: undefined })] };
      return { products: [product(1)], next_cursor: 2 };
    });
    const { of } = await check({ baseUrl, apiKey: "rk_any" });
    expect(of("listProducts")).toMatchObject({
      result: "misfit",
      reasons: [{ step: "second page", path: "products.0.name" }, { step: "ability productsUpdatedSince" }],
    });
  });

  it("reports a misfit if the supplier returns another product than requested", async () => {
    const baseUrl = await openForeign(({ pathname }) => {
      if (pathname === "/api/reseller/products") return { products: [product(1)] };
      return pathname === "/api/reseller/products/1" ? product(2) : undefined;
    });
    const { of } = await check({ baseUrl, apiKey: "rk_any" });
    expect(of("getProduct")).toMatchObject({
      result: "misfit",
      reasons: [{ says: "expected the id that was asked for" }],
    });
  });
});

describe("the check of a supplier that does not answer", () => {
  it("has the verdict unreachable if nothing could be compared", async () => {
    const service = await openService();
    await service.close();
    const { all, verdict } = await check({ baseUrl: service.url, apiKey: "rk_any" });
    expect(verdict).toBe("unreachable");
    expect(new Set(all.map(({ result }) => result))).toEqual(new Set(["unreachable", "not tried"]));
  });

  it("reports one operation without a reply as unreachable, and gives the supplier the verdict misfits", async () => {
    const { service, key } = await openReseller();
    service.setFault("readBranding", "timeout-after-commit", 9);
    const { of, verdict } = await check({ baseUrl: service.url, apiKey: key, write: true, timeoutMs: 2000 });
    expect(verdict).toBe("misfits");
    expect(of("readBranding")?.result).toBe("unreachable");
    expect(of("listProducts")?.result).toBe("fits");
    expect(of("writeBranding")?.result).toBe("not proven");
  });

  it.each(["500", "429"] as const)(
    "calls an operation unreachable, and no misfit, after %s",
    async (fault) => {
      const { service, key } = await openReseller();
      service.setFault("readBranding", fault, 9);
      const { of } = await check({ baseUrl: service.url, apiKey: key });
      expect(of("readBranding")).toMatchObject({
        result: "unreachable",
        reasons: [{ status: Number(fault) }],
      });
    },
  );

  it.each(["redirect", "html"] as const)("reports a misfit after %s", async (fault) => {
    const { service, key } = await openReseller();
    service.setFault("readBranding", fault);
    expect((await check({ baseUrl: service.url, apiKey: key })).of("readBranding")?.result).toBe("misfit");
  });
});
