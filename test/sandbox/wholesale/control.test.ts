import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { createRequestLog } from "./requests.ts";
import { call, createKey, openReseller, openService, orderOf } from "./reseller.ts";
import type { WholesaleService } from "./service.ts";

it("the supplier's control calls show every request in order with its headers, and never the password", async () => {
  const { service, key, ask } = await openReseller();
  await ask("GET", "/products?limit=1&password=leaked");
  await call(`${service.url}/api/reseller/auth`, "POST", { body: '{"password": "half a bo' });
  await call(`${service.url}/favicon.ico`, "GET");

  const control = await mount(service);
  const { text, json } = await call(`${control}/requests`, "GET");

  expect(json.requests).toMatchObject([
    {
      at: expect.stringMatching(/Z$/),
      method: "POST",
      path: "/api/reseller/auth",
      query: {},
      operation: "logIn",
      status: 200,
      body: { email: service.account.email, password: "(withheld)" },
    },
    {
      path: "/api/reseller/api-keys",
      headers: { authorization: expect.stringMatching(/^Bearer /) },
      operation: "createKey",
      status: 201,
      body: { name: "Test shop" },
    },
    {
      path: "/api/reseller/products",
      query: { limit: "1", password: "(withheld)" },
      headers: { "x-reseller-api-key": key },
      operation: "listProducts",
      status: 200,
      body: null,
    },
    { operation: "logIn", status: 400, body: "(not JSON)" },
    { path: "/favicon.ico", operation: null, status: 404 },
  ]);
  expect(text).not.toContain(service.account.password);
  expect(text).not.toContain("leaked");
  expect(text).not.toContain("half a bo");
});

it("the supplier's request log keeps only the latest requests, and cuts long texts", async () => {
  const log = createRequestLog({ now: () => new Date(), capacity: 3 });
  const app = express().use(log.record, express.json(), (req, res) => {
    log.note(req, { body: req.body });
    res.json({});
  });
  const url = await listen(app);
  for (const path of ["/1", "/2", "/3", "/4"])
    await call(url + path, "POST", { body: { logo: "x".repeat(20_000) } });
  expect(log.entries().map((entry) => entry.path)).toEqual(["/2", "/3", "/4"]);
  expect(log.entries()[0]?.body).toEqual({ logo: "(20000 characters)" });
});

it("the supplier's control calls change an order's lines, status and cost", async () => {
  const { service, ask } = await openReseller();
  const control = await mount(service);
  const { id } = (await ask("POST", "/orders", { body: orderOf() })).json;
  const gift = { variant_id: "var_gift_1", quantity: 1 };
  const restate = (body: object) => call(`${control}/orders/${id}/restate`, "POST", { body });
  await restate({ lines: [gift], status: "delivered", cost: { items: "72.70" } });
  expect((await ask("GET", `/orders/${id}`)).json).toMatchObject({
    lines: [gift],
    status: "delivered",
    cost: { items: "72.70" },
    shipments: [],
  });
  expect((await restate({ status: "lost" })).status).toBe(400);
});

it("the supplier's control calls show complete orders, and ship them", async () => {
  const { service, ask } = await openReseller();
  const control = await mount(service);
  await ask("POST", "/orders", {
    headers: { "idempotency-key": "SB-1-g1" },
    body: orderOf({ lines: [{ variant_id: "var_000000_1", quantity: 2 }] }),
  });
  expect((await call(`${control}/orders`, "GET")).json.orders).toMatchObject([
    {
      id: "ord_000001",
      status: "received",
      reference: "SB-1-g1",
      idempotency_key: "SB-1-g1",
      white_label: true,
      ship_to: orderOf().ship_to,
    },
  ]);

  const parcel = { carrier: "DHL", tracking_number: "JD0146" };
  const lines = [{ variant_id: "var_000000_1", quantity: 1 }];
  const ship = `${control}/orders/ord_000001/ship`;
  expect((await call(ship, "POST", { body: { ...parcel, lines } })).json.status).toBe("partially_shipped");
  expect((await call(ship, "POST", { body: parcel })).json).toMatchObject({
    status: "shipped",
    shipments: [{ tracking_number: "JD0146" }, { tracking_number: "JD0146" }],
  });
});

it("the supplier's control calls cancel orders, and deliver packages", async () => {
  const { service, ask } = await openReseller();
  const control = await mount(service);
  for (const reference of ["one", "two"]) await ask("POST", "/orders", { body: orderOf({ reference }) });
  expect((await call(`${control}/orders/ord_000001/cancel`, "POST")).json.status).toBe("cancelled");
  expect((await ask("GET", "/orders/ord_000001")).json.status).toBe("cancelled");

  const deliver = `${control}/orders/ord_000002/deliver`;
  expect((await call(deliver, "POST")).json.error).toBe(
    "Order ord_000002 is received: it cannot have arrived.",
  );
  const parcel = { carrier: "DHL", tracking_number: "JD0146" };
  await call(`${control}/orders/ord_000002/ship`, "POST", { body: parcel });
  expect((await call(deliver, "POST")).json.status).toBe("delivered");
  expect((await call(deliver, "POST")).json.status).toBe("delivered");
});

it("the supplier's control calls set faults", async () => {
  const { service, ask } = await openReseller();
  const control = await mount(service);
  const body = { operation: "listProducts", fault: "500", times: 1 };
  expect((await call(`${control}/faults`, "POST", { body })).json).toEqual({});
  expect((await ask("GET", "/products")).status).toBe(500);
});

it("the supplier's control calls show keys by name and first characters, and revoke them by name", async () => {
  const service = await openService();
  const control = await mount(service);
  const name = "Stockbridge / shop 1";
  const key = await createKey(service, name);
  const shown = { name, firstCharacters: key.slice(0, 7), createdAt: expect.any(String), revoked: false };
  expect((await call(`${control}/keys`, "GET")).json).toEqual({ keys: [shown] });
  const revoke = `${control}/keys/${encodeURIComponent(name)}/revoke`;
  expect((await call(revoke, "POST")).json).toEqual({});
  expect((await call(`${control}/keys`, "GET")).json).toEqual({ keys: [{ ...shown, revoked: true }] });
  const headers = { "x-reseller-api-key": key };
  expect((await call(`${service.url}/api/reseller/products`, "GET", { headers })).status).toBe(401);
});

it.each([
  ["/faults", { operation: "listProduct", fault: "500", times: 1 }, "Known: logIn, createKey, listProducts,"],
  ["/faults", { operation: "logIn", fault: "boom", times: 1 }, "Known: timeout-after-commit, commit-later,"],
  [
    "/faults",
    { operation: "logIn", fault: "500", times: -1 },
    '"times" is a whole number from 0 on, not -1.',
  ],
  ["/faults", { operation: "logIn", fault: "slow", times: 1, delayMs: 0.5 }, '"delayMs" is a whole number'],
  ["/faults", {}, "operation:"],
  ["/faults", "{", "The body is not JSON."],
  ["/orders/ord_000001/ship", { carrier: "DHL" }, "tracking_number:"],
  ["/orders/ord_000009/ship", { carrier: "DHL", tracking_number: "1" }, "There is no order ord_000009."],
  [
    "/orders/ord_000001/ship",
    { carrier: "DHL", tracking_number: "1", lines: [{ variant_id: "var_000000_1", quantity: 2 }] },
    "Order ord_000001 has 1 of var_000000_1 left, not 2.",
  ],
  ["/keys/nobody/revoke", {}, 'There is no key named "nobody".'],
])("the supplier's control calls reject POST %s of %j with a sentence", async (path, body, sentence) => {
  const { service, ask } = await openReseller();
  await ask("POST", "/orders", { body: orderOf() });
  const reply = await call((await mount(service)) + path, "POST", { body });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json)).toEqual(["error"]);
  expect(reply.json.error).toContain(sentence);
});

it("the supplier's own server serves no control calls", async () => {
  const service = await openService();
  expect((await call(`${service.url}/_wholesale/requests`, "GET")).status).toBe(404);
});

/** Mounts the control router as the sandbox does; returns its address. */
async function mount(service: WholesaleService): Promise<string> {
  return `${await listen(express().use("/_wholesale", service.control))}/_wholesale`;
}

async function listen(app: express.Express): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
