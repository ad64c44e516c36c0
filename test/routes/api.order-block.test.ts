import { randomUUID } from "node:crypto";

import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launchAddress } from "../sandbox/admin/launch-address.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { signSessionToken } from "../sandbox/shop/session-tokens.ts";
import { createShops } from "../sandbox/shop/state.ts";
import { freshDatabase, query } from "../support/database.ts";

/** The origin of Shopify's extensions. */
const ORIGIN = "https://extensions.shopifycdn.com";
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const FIRST = "demo-shop.myshopify.com";
const SECOND = "second-shop.myshopify.com";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ database: await freshDatabase() });
  const [, second] = createShops([{ domain: FIRST }, { domain: SECOND }], new Date());
  sandbox.shop.shops.push(second!);
});
afterAll(() => sandbox.stop());

type Asked = { order?: string; search?: string; method?: string; headers?: Record<string, string> };

/** Sends a request as the browser does for an extension. */
async function ask({ order = "gid://shopify/Order/1", search, method = "GET", headers = {} }: Asked) {
  const address = new URL("/api/order-block", sandbox.addresses.app);
  if (search === undefined) address.searchParams.set("order", order);
  else address.search = search;
  const common = { origin: ORIGIN, "user-agent": USER_AGENT };
  return fetch(address, { method, headers: { ...common, ...headers }, redirect: "manual" });
}

async function bearer(shop = FIRST): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await sandbox.shop.sessionToken({ shop })}` };
}

/** Adds the row of an order that is placed. */
async function addOrder(shop: string, more: Record<string, unknown> = {}): Promise<string> {
  const row: Record<string, unknown> = {
    id: randomUUID(),
    shop,
    state: "placed",
    shop_order_id: "gid://shopify/Order/1",
    order_name: "#1001",
    fulfillment_order_id: `gid://shopify/FulfillmentOrder/${randomUUID()}`,
    requested_at: new Date(),
    supplier_order_id: `PO-${randomUUID()}`,
    ...more,
  };
  await insert("supplier_order", row);
  return row.id as string;
}

async function addParcel(shop: string, orderId: string, more: Record<string, unknown>): Promise<void> {
  const row = { id: randomUUID(), shop, order_id: orderId, supplier_shipment_id: randomUUID() };
  await insert("shipment", { ...row, lines: "[]", state: "shown", ...more });
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${String(index + 1)}`);
  const sql = `insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`;
  await query(sandbox.databaseUrl, sql, Object.values(row));
}

function expectCors(response: Response): void {
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-allow-headers")).toContain("Authorization");
}

describe("the reply to the order block", () => {
  it("contains every supplier order of the shop's order, the latest first, in the merchant's language", async () => {
    const order = "gid://shopify/Order/11";
    const held = await addOrder(FIRST, {
      shop_order_id: order,
      state: "held",
      reason: "unpaid",
      supplier_order_id: null,
      requested_at: new Date("2026-11-20T10:00:00Z"),
    });
    const shipped = await addOrder(FIRST, {
      shop_order_id: order,
      state: "shipped",
      supplier_order_id: "PO-11",
      requested_at: new Date("2026-11-21T10:00:00Z"),
    });
    await addOrder(FIRST, { shop_order_id: "gid://shopify/Order/111" });
    const url = "https://track.example/1";
    await addParcel(FIRST, shipped, { carrier: "DHL", tracking_number: "JJD01", tracking_url: url });

    const response = await ask({ order, headers: await bearer() });
    expect(response.status).toBe(200);
    expectCors(response);
    expect(await response.json()).toEqual({
      connected: false,
      unrequested: false,
      waits: null,
      orders: [
        {
          id: shipped,
          version: expect.any(Number) as number,
          can: { retry: false, approve: null, cancel: null, cancelLabel: null },
          label: "Shipped",
          tone: "success",
          message: expect.stringMatching(/shipped/i) as string,
          supplierOrderId: "PO-11",
          items: [],
          amounts: [],
          shipments: [{ carrier: "DHL", number: "JJD01", url }],
        },
        {
          id: held,
          version: expect.any(Number) as number,
          can: {
            retry: false,
            approve: null,
            cancel: expect.any(String) as string,
            cancelLabel: "Cancel fulfillment",
          },
          label: "Needs attention",
          tone: "warning",
          message: expect.stringMatching(/paid/) as string,
          supplierOrderId: null,
          items: [],
          amounts: [],
          shipments: [],
        },
      ],
    });
  });

  it("contains only orders of the shop that the token names", async () => {
    const order = "gid://shopify/Order/12";
    await addParcel(FIRST, await addOrder(FIRST, { shop_order_id: order }), { carrier: "DHL" });
    const other = await ask({ order, headers: await bearer(SECOND) });
    expect(other.status).toBe(200);
    expect(await other.json()).toEqual({ connected: false, unrequested: false, waits: null, orders: [] });

    const theirs = await addOrder(SECOND, { shop_order_id: order });
    const again = await ask({ order, headers: await bearer(SECOND) });
    expect(await again.json()).toMatchObject({ orders: [{ id: theirs, shipments: [] }] });
  });

  it("says whether the shop that the token names is connected", async () => {
    const merchant = sandbox.merchant(FIRST);
    await merchant.open("/app/settings");
    const fields = { intent: "connect", ...sandbox.supplier.account };
    await merchant.submit("/app/settings", "routes/app.settings", fields);
    const connected = async (shop: string) =>
      (await ask({ order: "gid://shopify/Order/13", headers: await bearer(shop) })).json();
    expect(await connected(FIRST)).toEqual({ connected: true, unrequested: false, waits: null, orders: [] });
    expect(await connected(SECOND)).toMatchObject({ connected: false });
  });

  it.each<[string, () => Promise<Asked>]>([
    ["without a token", () => Promise.resolve({})],
    ["with an empty token", () => Promise.resolve({ headers: { authorization: "" } })],
    [
      "with an invalid token",
      () => Promise.resolve({ headers: { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." } }),
    ],
    [
      "with an expired token",
      async () => {
        const token = await sandbox.shop.sessionToken({ lifetimeSeconds: -60 });
        return { headers: { authorization: `Bearer ${token}` } };
      },
    ],
    [
      "with a token of another app",
      async () => {
        const app = { ...sandbox.shop.app, apiSecret: "another secret" };
        const token = await signSessionToken({ app, shop: sandbox.shop.shops[0]!, now: new Date() });
        return { headers: { authorization: `Bearer ${token}` } };
      },
    ],
    [
      "with a token in its address, as pages have it",
      async () => {
        const token = await sandbox.shop.sessionToken();
        const host = Buffer.from(`admin.shopify.com/store/demo-shop`).toString("base64");
        const page = { shop: FIRST, host, embedded: "1", id_token: token };
        return { search: String(new URLSearchParams({ order: "gid://shopify/Order/1", ...page })) };
      },
    ],
  ])("is an empty 401 %s", async (_, asked) => {
    await addOrder(FIRST);
    const response = await ask(await asked());
    expect(response.status).toBe(401);
    expectCors(response);
    expect(await response.text()).toBe("");
  });

  it.each([
    [undefined],
    [""],
    ["demo-shop.myshopify.com"],
    ["https://evil.example"],
    ["https://demo-shop.myshopify.com.evil.example"],
    ["https://.myshopify.com"],
    [7],
    [{ of: "something" }],
  ])("is 401 for a signed token that names %j as its shop, and so is a page's reply", async (dest) => {
    const { apiKey, apiSecret } = sandbox.shop.app;
    const token = await new SignJWT({ dest, sid: "1" })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setAudience(apiKey)
      .setSubject("1")
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(new TextEncoder().encode(apiSecret));
    const block = await ask({ headers: { authorization: `Bearer ${token}` } });
    expect(block.status).toBe(401);
    const launched = { path: "/app", shop: FIRST, token, now: new Date() };
    const page = await fetch(launchAddress({ appOrigin: sandbox.addresses.app, ...launched }), {
      headers: { "user-agent": USER_AGENT },
      redirect: "manual",
    });
    expect(page.status).toBe(401);
  });

  it.each([
    ["no order", ""],
    ["an empty id", "order="],
    ["a number", "order=1"],
    ["an id of another kind", "order=gid://shopify/Product/1"],
    ["an id without a number", "order=gid://shopify/Order/"],
    ["zero", "order=gid://shopify/Order/0"],
    ["a negative number", "order=gid://shopify/Order/-1"],
    ["a number of another script", `order=${encodeURIComponent("gid://shopify/Order/١")}`],
    ["more than an id", "order=gid://shopify/Order/1%0A"],
    ["a parameter of its own", "order=gid://shopify/Order/1?x=1"],
    ["an apostrophe", "order=gid://shopify/Order/1' or '1'='1"],
    ["a NUL", "order=gid://shopify/Order/1%00"],
    ["bytes that are no text", "order=%FF%FE"],
    ["two orders", "order=gid://shopify/Order/1&order=gid://shopify/Order/2"],
    ["a number that is too long", `order=gid://shopify/Order/${"1".repeat(20)}`],
    ["a very long word", `order=${"x".repeat(8000)}`],
  ])("is 400 with a sentence for %s", async (_, search) => {
    const response = await ask({ search, headers: await bearer() });
    expect(response.status).toBe(400);
    expectCors(response);
    expect(await response.json()).toEqual({
      error: "Which order? order=gid://shopify/Order/ and its number.",
    });
  });

  it("allows a preflight request", async () => {
    const headers = {
      "access-control-request-method": "GET",
      "access-control-request-headers": "authorization",
    };
    const response = await ask({ method: "OPTIONS", headers });
    expect(response.status).toBe(204);
    expectCors(response);
  });

  it("is 401 for a POST without a token, and 400 for a POST without a known button", async () => {
    expect((await ask({ method: "POST" })).status).toBe(401);
    const response = await ask({ method: "POST", headers: await bearer() });
    expect(response.status).toBe(400);
    expectCors(response);
  });

  it("is 405 for PUT and DELETE", async () => {
    for (const method of ["PUT", "DELETE"]) {
      const response = await ask({ method, headers: await bearer() });
      expect(response.status).toBe(405);
    }
  });
});
