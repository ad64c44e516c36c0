import { describe, expect, it } from "vitest";
import { call, createKey, logIn, openService, orderOf } from "./reseller.ts";
import type { WholesaleService } from "./service.ts";

type Column = { none: number; bearer: number; key: number; revoked: number };

const keyOnly = (status: number): Column => ({ none: 401, bearer: 401, key: status, revoked: 401 });

const table: { operation: string; method: string; path: string; body?: unknown; expected: Column }[] = [
  {
    operation: "logIn",
    method: "POST",
    path: "/auth",
    body: { email: "merchant@example.com", password: "mirobel-tavuno-kesira" },
    expected: { none: 200, bearer: 200, key: 200, revoked: 200 },
  },
  {
    operation: "createKey",
    method: "POST",
    path: "/api-keys",
    body: { name: "another" },
    expected: { none: 401, bearer: 201, key: 401, revoked: 401 },
  },
  { operation: "listProducts", method: "GET", path: "/products", expected: keyOnly(200) },
  { operation: "getProduct", method: "GET", path: "/products/prd_000001", expected: keyOnly(200) },
  { operation: "placeOrder", method: "POST", path: "/orders", body: orderOf(), expected: keyOnly(201) },
  { operation: "getOrder", method: "GET", path: "/orders/ord_000001", expected: keyOnly(200) },
  { operation: "findOrders", method: "GET", path: "/orders?reference=SB-1-g1", expected: keyOnly(200) },
  { operation: "cancelOrder", method: "POST", path: "/orders/ord_000001/cancel", expected: keyOnly(200) },
  { operation: "readBranding", method: "GET", path: "/white-label", expected: keyOnly(200) },
  {
    operation: "writeBranding",
    method: "PUT",
    path: "/white-label",
    body: { brand_name: "x" },
    expected: keyOnly(200),
  },
];

const credentials: Record<keyof Column, (service: WholesaleService) => Promise<Record<string, string>>> = {
  none: () => Promise.resolve({}),
  bearer: async (service) => ({ authorization: `Bearer ${await logIn(service)}` }),
  key: async (service) => ({ "x-reseller-api-key": await createKey(service) }),
  revoked: async (service) => {
    const key = await createKey(service, "revoked");
    service.supplier.accounts.revoke("revoked");
    return { "x-reseller-api-key": key };
  },
};

describe.each(table)("the operation $operation", ({ operation, method, path, body, expected }) => {
  it.each(["none", "bearer", "key", "revoked"] as const)(
    "accepts or rejects the credential: %s",
    async (kind) => {
      const service = await openService();
      const headers = await credentials[kind](service);
      await placeFirstOrder(service);

      const reply = await call(`${service.url}/api/reseller${path}`, method, { headers, body });

      expect(reply.status).toBe(expected[kind]);
      if (reply.status === 401) expect(reply.json).toMatchObject({ error: expect.any(String) });
      expect(service.requests.at(-1)).toMatchObject({ operation, status: expected[kind] });
    },
  );

  it("is missing in the dialect “documented” unless the supplier's document shows it", async () => {
    const service = await openService({ dialect: "documented" });
    const headers = { ...(await credentials.key(service)), ...(await credentials.bearer(service)) };
    const reply = await call(`${service.url}/api/reseller${path}`, method, { headers, body });
    if (operation === "logIn" || operation === "createKey") {
      expect(reply.status).toBeLessThan(300);
    } else {
      expect(reply.status).toBe(404);
      expect(reply.headers.get("content-type")).toMatch("text/html");
      expect(service.requests.at(-1)).toMatchObject({ operation: null, status: 404 });
    }
  });
});

it.each(["rk_unknown", "", "Bearer x"])(
  "the simulated supplier rejects the unknown key “%s”",
  async (key) => {
    const service = await openService();
    const headers = { "x-reseller-api-key": key };
    expect((await call(`${service.url}/api/reseller/products`, "GET", { headers })).status).toBe(401);
  },
);

it("the simulated supplier creates no key if an API key is sent as the bearer token", async () => {
  const service = await openService();
  const headers = { authorization: `Bearer ${await createKey(service)}` };
  const reply = await call(`${service.url}/api/reseller/api-keys`, "POST", { headers, body: { name: "x" } });
  expect(reply.status).toBe(401);
});

it.each(["/nothing", "/Products", "/products/", "/products/prd_000001/reviews"])(
  "the simulated supplier finds no operation for the path %s",
  async (path) => {
    const service = await openService();
    const headers = await credentials.key(service);
    const reply = await call(`${service.url}/api/reseller${path}`, "GET", { headers });
    expect(reply.status).toBe(404);
    expect(reply.json.error).toBe("not_found");
  },
);

async function placeFirstOrder(service: WholesaleService): Promise<void> {
  const headers = await credentials.key(service);
  await call(`${service.url}/api/reseller/orders`, "POST", { headers, body: orderOf() });
}
