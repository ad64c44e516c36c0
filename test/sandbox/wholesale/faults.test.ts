import { describe, expect, it } from "vitest";
import { call, logIn, openReseller, openService, orderOf } from "./reseller.ts";
import type { WholesaleService } from "./service.ts";

describe("a fault of the simulated supplier that alters an order", () => {
  const body = orderOf({
    lines: [
      { variant_id: "var_000000_1", quantity: 2 },
      { variant_id: "var_000001_1", quantity: 1 },
    ],
  });
  const [first, second] = body.lines;

  it.each([
    ["drops-line", { lines: [first] }],
    ["drops-piece", { lines: [first] }],
    ["replaces-line", { lines: [first, { variant_id: "var_gift_1", quantity: 1 }] }],
    ["adds-gift", { lines: [first, second, { variant_id: "var_gift_1", quantity: 1 }] }],
    ["lower-case-reference", { reference: "sb-1-g1", lines: [first, second] }],
    ["other-currency", { cost: { currency: "USD" } }],
  ] as const)("named %s alters one order, in the reply and in later reads", async (fault, altered) => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", fault);
    const { status, json } = await ask("POST", "/orders", { body });
    expect(status).toBe(201);
    expect(json).toMatchObject(altered);
    expect((await ask("GET", `/orders/${json.id}`)).json).toMatchObject(altered);
    expect((await ask("GET", "/orders?reference=SB-1-g1")).json.orders).toMatchObject([altered]);
    const next = await ask("POST", "/orders", { body });
    expect(next.json).toMatchObject({ reference: "SB-1-g1", lines: [first, second] });
  });

  it("named overcharges multiplies the cost of the items", async () => {
    const { service, ask } = await openReseller();
    const { cost } = (await ask("POST", "/orders", { body })).json as unknown as { cost: { items: string } };
    service.setFault("placeOrder", "overcharges");
    const overcharged = (await ask("POST", "/orders", { body })).json;
    expect(overcharged).toMatchObject({ cost: { items: (Number(cost.items) * 10).toFixed(2) } });
  });

  it("alters nothing after a rejected request", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "drops-line");
    const unknown = orderOf({ lines: [{ variant_id: "var_none", quantity: 1 }] });
    expect((await ask("POST", "/orders", { body: unknown })).status).toBe(422);
    expect((await ask("POST", "/orders", { body })).json).toMatchObject({ lines: [first, second] });
  });
});

describe("a fault of the simulated supplier with a reply", () => {
  it.each([
    ["500", 500, 0],
    ["500-after-commit", 500, 1],
    ["402-after-commit", 402, 1],
    ["499-after-commit", 499, 1],
    ["423", 423, 0],
    ["429", 429, 0],
    ["429-retry-after", 429, 0],
    ["unauthorized", 401, 0],
    ["redirect", 307, 0],
    ["html", 200, 0],
  ] as const)(
    "named %s answers one request with %i, and leaves %i orders behind",
    async (fault, status, orders) => {
      const { service, ask } = await openReseller();
      service.setFault("placeOrder", fault);
      const reply = await ask("POST", "/orders", { body: orderOf() });
      expect(reply.status).toBe(status);
      expect(orderCount(service)).toBe(orders);
      expect(service.requests.at(-1)).toMatchObject({ operation: "placeOrder", status });
      expect((await ask("POST", "/orders", { body: orderOf() })).status).toBe(201);
    },
  );

  it("named 429-retry-after states the seconds, and named 429 states none", async () => {
    const { service, ask } = await openReseller();
    service.setFault("listProducts", "429-retry-after", 1, 1500);
    expect((await ask("GET", "/products")).headers.get("retry-after")).toBe("2");
    service.setFault("listProducts", "429");
    expect((await ask("GET", "/products")).headers.get("retry-after")).toBeNull();
  });

  it("named html replies with a page instead of JSON", async () => {
    const { service, ask } = await openReseller();
    service.setFault("readBranding", "html");
    const reply = await ask("GET", "/white-label");
    expect(reply.headers.get("content-type")).toMatch("text/html");
    expect(reply.text).toMatch(/^<!doctype html>/);
  });

  it("named slow does the work at once, and sends a correct reply late", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "slow", 1, 1);
    expect((await ask("POST", "/orders", { body: orderOf() })).status).toBe(201);
    service.setFault("placeOrder", "slow", 1, 3_600_000);
    await placeAndGiveUp(ask, () => orderCount(service) === 2);
  });

  it("named ignores-filter ignores the filter, but not the limit", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    service.setFault("findOrders", "ignores-filter");
    expect((await ask("GET", "/orders?reference=nonsense")).json.orders).toHaveLength(1);
    expect((await ask("GET", "/orders?reference=nonsense")).json.orders).toHaveLength(0);
    service.setFault("listProducts", "ignores-filter");
    expect(
      (await ask("GET", "/products?limit=3&updated_since=2099-01-01T00:00:00Z")).json.products,
    ).toHaveLength(3);
  });
});

describe("a connection fault of the simulated supplier", () => {
  it("named timeout-after-commit does the work, and stays silent until the caller gives up", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "timeout-after-commit");
    await placeAndGiveUp(ask, () => orderCount(service) === 1);
    expect(service.requests.at(-1)?.status).toBeNull();
  });

  it("named commit-later does the work only once the caller has disconnected", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "commit-later", 1, 0);
    await placeAndGiveUp(ask, () => service.requests.at(-1)?.operation === "placeOrder");
    await expect.poll(() => orderCount(service)).toBe(1);
  });

  it("named commit-later shows no order until the work is done", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "commit-later", 1, 3_600_000);
    await placeAndGiveUp(ask, () => service.requests.at(-1)?.operation === "placeOrder");
    expect((await ask("GET", "/orders?reference=SB-1-g1")).json.orders).toEqual([]);
    expect(orderCount(service)).toBe(0);
  });

  it("named truncated does the work, and sends half of the announced reply", async () => {
    const { service, key } = await openReseller();
    service.setFault("placeOrder", "truncated");
    const response = await fetch(`${service.url}/api/reseller/orders`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-reseller-api-key": key },
      body: JSON.stringify(orderOf()),
      signal: AbortSignal.timeout(10_000),
    });
    expect(response.status).toBe(201);
    let received = 0;
    const count = new WritableStream<Uint8Array>({ write: (chunk) => void (received += chunk.length) });
    await expect(response.body?.pipeTo(count)).rejects.toThrow("terminated");
    expect(received).toBe(Math.floor(Number(response.headers.get("content-length")) / 2));
    expect(orderCount(service)).toBe(1);
  });

  it("named reset resets the connection before anything happens", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "reset");
    await expect(ask("POST", "/orders", { body: orderOf() })).rejects.toMatchObject({
      cause: { code: "ECONNRESET" },
    });
    expect(orderCount(service)).toBe(0);
    expect(service.requests.at(-1)).toMatchObject({ operation: "placeOrder", status: null });
  });

  it("ends waiting requests when the service closes", async () => {
    const { service, ask } = await openReseller();
    service.setFault("placeOrder", "timeout-after-commit");
    const waiting = ask("POST", "/orders", { body: orderOf() });
    const ended = expect(waiting).rejects.toThrow("fetch failed");
    await expect.poll(() => orderCount(service)).toBe(1);
    await service.close();
    await ended;
  });
});

describe("a redirect of the simulated supplier", () => {
  it("points to the same service, which gets no request unless a client follows it", async () => {
    const { service, ask } = await openReseller();
    service.setFault("listProducts", "redirect");
    expect((await ask("GET", "/products")).headers.get("location")).toBe(`${service.url}/elsewhere`);
    expect(followed(service)).toEqual([]);
  });

  it.each(["assumed", "documented"] as const)(
    "records a client that follows it, with the method and body (%s)",
    async (dialect) => {
      const service = await openService({ dialect });
      service.setFault("logIn", "redirect");
      await fetch(`${service.url}/api/reseller/auth`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(service.account),
        signal: AbortSignal.timeout(10_000),
      });
      expect(followed(service)).toMatchObject([
        { method: "POST", operation: null, body: { email: service.account.email, password: "(withheld)" } },
      ]);
    },
  );
});

describe("a faulty reply of the simulated supplier", () => {
  it.each([
    ["without-field", { name: "Shop" }],
    ["wrong-type", { name: "Shop", api_key: { unexpected: true } }],
    ["wrong-prefix", { name: "Shop", api_key: expect.stringMatching(/^key_/) }],
    ["changed-name", { name: "Shop (2)", api_key: expect.stringMatching(/^rk_/) }],
  ] as const)("to createKey can have the fault %s", async (fault, body) => {
    const service = await openService();
    const headers = { authorization: `Bearer ${await logIn(service)}` };
    service.setFault("createKey", fault);
    const reply = await call(`${service.url}/api/reseller/api-keys`, "POST", {
      headers,
      body: { name: "Shop" },
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(body);
    expect(service.supplier.accounts.keys()).toHaveLength(1);
  });

  it.each([
    ["logIn", "POST", "/auth", "token"],
    ["listProducts", "GET", "/products", "products"],
    ["getProduct", "GET", "/products/prd_000001", "id"],
    ["findOrders", "GET", "/orders", "orders"],
    ["readBranding", "GET", "/white-label", "brand_name"],
  ] as const)(
    "to %s can lack the main field, or have it with a wrong type",
    async (operation, method, path, field) => {
      const { service, ask } = await openReseller();
      const body = operation === "logIn" ? service.account : undefined;
      service.setFault(operation, "without-field");
      expect((await ask(method, path, { body })).json).not.toHaveProperty(field);
      service.setFault(operation, "wrong-type");
      expect((await ask(method, path, { body })).json[field]).toEqual({ unexpected: true });
      expect((await ask(method, path, { body })).json[field]).not.toEqual({ unexpected: true });
    },
  );

  it("stays a plain rejection if the request is invalid", async () => {
    const service = await openService();
    service.setFault("logIn", "without-field");
    const body = { email: "merchant@example.com", password: "wrong" };
    const reply = await call(`${service.url}/api/reseller/auth`, "POST", { body });
    expect(reply.status).toBe(401);
    expect(reply.json.error).toBe("invalid_credentials");
  });
});

describe("setting a fault", () => {
  it("counts down per request of that operation", async () => {
    const { service, ask } = await openReseller();
    service.setFault("listProducts", "500", 2);
    const statuses = [];
    for (const path of ["/products", "/white-label", "/products", "/products"]) {
      statuses.push((await ask("GET", path)).status);
    }
    expect(statuses).toEqual([500, 200, 500, 200]);
  });

  it("replaces the operation's former fault, and a count of 0 removes it", async () => {
    const { service, ask } = await openReseller();
    service.setFault("listProducts", "500", 9);
    service.setFault("listProducts", "429", 1);
    expect((await ask("GET", "/products")).status).toBe(429);
    expect((await ask("GET", "/products")).status).toBe(200);
    service.setFault("listProducts", "500", 9);
    service.setFault("listProducts", "500", 0);
    expect((await ask("GET", "/products")).status).toBe(200);
  });

  it("rejects an operation that this dialect does not have", async () => {
    const service = await openService({ dialect: "documented" });
    expect(() => service.setFault("placeOrder", "500")).toThrow(
      "This dialect has no operation placeOrder. It has: logIn, createKey.",
    );
  });

  it("rejects a fault that is not possible for the operation", async () => {
    const service = await openService();
    expect(() => service.setFault("logIn", "wrong-prefix")).toThrow("only on: createKey");
    expect(() => service.setFault("getOrder", "ignores-filter")).toThrow("only on: listProducts, findOrders");
  });
});

type Ask = Awaited<ReturnType<typeof openReseller>>["ask"];

/** Places an order, and gives up unanswered as soon as `seen` says that the service is where the test wants it. */
async function placeAndGiveUp(ask: Ask, seen: () => boolean): Promise<void> {
  const patience = new AbortController();
  const placing = ask("POST", "/orders", { body: orderOf(), signal: patience.signal });
  const unanswered = expect(placing).rejects.toThrow("aborted");
  await expect.poll(seen).toBe(true);
  patience.abort();
  await unanswered;
}

function orderCount(service: WholesaleService): number {
  return service.supplier.ledger.orders().length;
}

function followed(service: WholesaleService) {
  return service.requests.filter((request) => request.path === "/elsewhere");
}
