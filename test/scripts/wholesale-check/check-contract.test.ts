import { describe, expect, it } from "vitest";

import { contract } from "../../../app/wholesale/contract.ts";
import type { FaultName } from "../../sandbox/wholesale/faults.ts";
import { openReseller, openService, orderOf } from "../../sandbox/wholesale/reseller.ts";
import { check, openForeign } from "./checking.ts";

const KEY_NAME = "a check, just now";

describe("the check of a supplier that follows the assumed contract", () => {
  it("reports every read as fitting, and other operations as not tried", async () => {
    const { service, key } = await openReseller();
    const { all, of, verdict } = await check({ baseUrl: service.url, apiKey: key });
    expect(verdict).toBe("fits");
    expect(all.map(({ operation }) => operation).sort()).toEqual(Object.keys(contract).sort());
    expect(Object.fromEntries(all.map(({ operation, result }) => [operation, result]))).toEqual({
      logIn: "not tried",
      createKey: "not tried",
      listProducts: "fits",
      getProduct: "fits",
      findOrders: "fits",
      getOrder: "not tried",
      readBranding: "fits",
      writeBranding: "not tried",
      placeOrder: "not tried",
      cancelOrder: "not tried",
    });
    expect(of("getOrder")?.reasons).toEqual([{ says: "there are no orders" }]);
    expect(of("findOrders")?.remarks.join()).toContain("findOrderByReference was not seen");
    expect(of("listProducts")).toMatchObject({ basis: "assumed", reasons: [], remarks: [] });
  });

  it("sends only GET requests", async () => {
    const { service, key } = await openReseller();
    const before = service.requests.length;
    await check({ baseUrl: service.url, apiKey: key });
    const methods = service.requests.slice(before).map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(["GET"]));
  });

  it("checks orders and the lookup by reference if there is an order", async () => {
    const { service, key, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    const { of } = await check({ baseUrl: service.url, apiKey: key });
    expect(of("getOrder")?.result).toBe("fits");
    expect(of("findOrders")).toMatchObject({ result: "fits", remarks: [expect.stringContaining("paging")] });
  });

  it("passes an empty catalog, and reports getProduct as not tried", async () => {
    const { service, key } = await openReseller({ products: 0 });
    const { of, verdict } = await check({ baseUrl: service.url, apiKey: key });
    expect(verdict).toBe("fits");
    expect(of("getProduct")).toMatchObject({
      result: "not tried",
      reasons: [{ says: "there are no products" }],
    });
  });

  it.each([9, 10, 11, 20, 21])(
    "passes a catalog of %i products, whose last page may be full",
    async (products) => {
      const { service, key } = await openReseller({ products });
      expect((await check({ baseUrl: service.url, apiKey: key })).of("listProducts")?.reasons).toEqual([]);
    },
  );

  it("reports a missing ability if the supplier ignores a filter", async () => {
    const { service, key, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    service.setFault("listProducts", "ignores-filter", 9);
    service.setFault("findOrders", "ignores-filter", 9);
    const { of } = await check({ baseUrl: service.url, apiKey: key });
    expect(of("listProducts")).toMatchObject({
      result: "misfit",
      reasons: [{ step: "ability productsUpdatedSince", says: expect.stringContaining("ignored") as string }],
    });
    expect(of("findOrders")).toMatchObject({
      result: "misfit",
      reasons: ["ability findOrderByReference", "ability ordersUpdatedSince"].map((step) => ({
        step,
        says: expect.stringContaining("ignored") as string,
      })),
    });
  });

  it("reports the status with which the supplier rejects a wrong key", async () => {
    const service = await openService();
    const { of, verdict } = await check({ baseUrl: service.url, apiKey: "rk_foreign" });
    expect(verdict).toBe("misfits");
    expect(of("readBranding")).toMatchObject({ result: "misfit", reasons: [{ status: 401 }] });
  });
});

describe("the check of creating a key", () => {
  it("runs only on request, and reads with the new key", async () => {
    const service = await openService();
    const { all, of, verdict } = await check({
      baseUrl: service.url,
      createKey: { account: service.account, keyName: KEY_NAME },
    });
    expect(verdict).toBe("fits");
    const [made] = service.supplier.accounts.keys();
    expect(made?.name).toBe(KEY_NAME);
    expect(of("createKey")).toMatchObject({ basis: "documented", result: "fits" });
    expect(of("createKey")?.remarks.join()).toContain(`“${KEY_NAME}”`);
    expect(of("readBranding")?.result).toBe("fits");
    expect(JSON.stringify(all)).not.toContain(made?.key.slice(3, 9));
  });

  it("reads with the given key if there is one", async () => {
    const { service, key } = await openReseller();
    await check({
      baseUrl: service.url,
      apiKey: key,
      createKey: { account: service.account, keyName: KEY_NAME },
    });
    const reads = service.requests.filter(({ method }) => method === "GET");
    expect(new Set(reads.map(({ headers }) => headers["x-reseller-api-key"]))).toEqual(new Set([key]));
  });

  const flaws: [FaultName, string, string][] = [
    ["wrong-prefix", "api_key", "rk_"],
    ["without-field", "api_key", "missing"],
    ["changed-name", "name", "unchanged"],
  ];
  it.each(flaws)(
    "reports a misfit for %s, does not use the key, and names the key that may remain with the supplier",
    async (fault, path, says) => {
      const service = await openService();
      service.setFault("createKey", fault);
      const { of, verdict } = await check({
        baseUrl: service.url,
        createKey: { account: service.account, keyName: KEY_NAME },
      });
      expect(verdict).toBe("misfits");
      expect(of("createKey")).toMatchObject({
        result: "misfit",
        reasons: [{ path, says: expect.stringContaining(says) as string }],
        remarks: [expect.stringContaining(KEY_NAME)],
      });
      expect(of("listProducts")?.reasons).toEqual([{ says: "there is no key to try it with" }]);
      expect(of("placeOrder")?.reasons).toEqual([{ says: "it would buy" }]);
    },
  );

  it("is skipped after a rejected sign-in, which proves nothing about the contract", async () => {
    const service = await openService();
    const { of, verdict } = await check({
      baseUrl: service.url,
      createKey: { account: { ...service.account, password: "wrong-one" }, keyName: KEY_NAME },
    });
    expect(verdict).toBe("unauthorized");
    expect(of("logIn")).toMatchObject({ result: "unauthorized", reasons: [{ status: 401 }] });
    expect(of("createKey")?.result).toBe("not tried");
    expect(service.supplier.accounts.keys()).toEqual([]);
  });
});

describe("the check of a sign-in", () => {
  const wrong = { account: { email: "merchant@example.com", password: "wrong-one" }, keyName: KEY_NAME };

  it.each([
    [400, "unauthorized"],
    [403, "unauthorized"],
    [422, "unauthorized"],
    [404, "misfit"],
    [405, "misfit"],
    [500, "unreachable"],
    [501, "misfit"],
  ])("turns the reply %i into the result %s", async (status, result) => {
    const baseUrl = await openForeign(() => ({}), status);
    const { of } = await check({ baseUrl, createKey: wrong });
    expect(of("logIn")).toMatchObject({ result, reasons: [{ status }] });
  });

  it("has the verdict unauthorized after a rejected sign-in, unless something else does not fit", async () => {
    const { service, key } = await openReseller();
    const options = { baseUrl: service.url, apiKey: key, createKey: wrong };
    expect((await check(options)).verdict).toBe("unauthorized");
    service.setFault("readBranding", "wrong-type");
    expect((await check(options)).verdict).toBe("misfits");
  });
});

describe("the check of writing branding", () => {
  const settings = { brand_name: "Größe & Söhne", primary_color: "#1A2b3c", support_phone: null };

  it("writes the branding, and restores it", async () => {
    const { service, key, ask } = await openReseller();
    await ask("PUT", "/white-label", { body: settings });
    const before = service.supplier.branding.read();
    const { of } = await check({ baseUrl: service.url, apiKey: key, write: true });
    expect(of("writeBranding")?.result).toBe("fits");
    expect(service.supplier.branding.read()).toEqual(before);
    expect(of("placeOrder")?.result).toBe("not tried");
    expect(service.requests.filter(({ method, operation }) => method === "PUT" && operation)).toHaveLength(3);
  });

  it("names fields that the supplier changed, without their values", async () => {
    const baseUrl = await openForeign((url, { method }) => {
      if (url.pathname !== "/api/reseller/white-label") return undefined;
      return {
        brand_name: method === "PUT" ? "secret-after" : "secret-before",
        support_phone: method === "PUT" ? "+44 20 7946 0958" : null,
      };
    });
    const { all, of } = await check({ baseUrl, apiKey: "rk_any", write: true });
    expect(of("writeBranding")).toMatchObject({
      result: "misfit",
      reasons: [{ path: "brand_name" }, { step: "read back", path: "support_phone" }],
    });
    expect(JSON.stringify(all)).not.toContain("secret-");
  });
});
