import { describe, expect, it } from "vitest";
import { decimal } from "./money.ts";
import { openReseller, orderOf } from "./reseller.ts";

const FIRST = "var_000000_1";

describe("placing an order with the simulated supplier", () => {
  it("stores it, and returns its cost to the cent", async () => {
    const { service, ask } = await openReseller();
    const variant = service.supplier.catalogue.variant(FIRST)?.variant;
    const unit = variant?.priceMinor ?? 0;
    const shipping = 490 + 50 * Math.ceil((3 * (variant?.weightGrams ?? 0)) / 1000);
    const lines = [{ variant_id: FIRST, quantity: 3 }];

    const reply = await ask("POST", "/orders", { body: orderOf({ lines }) });

    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      id: "ord_000001",
      reference: "SB-1-g1",
      status: "received",
      lines,
      cost: {
        items: decimal(3 * unit),
        shipping: decimal(shipping),
        total: decimal(3 * unit + shipping),
        currency: "EUR",
      },
      placed_at: expect.any(String),
      updated_at: expect.any(String),
      shipments: [],
    });
    expect((await ask("GET", "/orders/ord_000001")).json).toEqual(reply.json);
  });

  it("creates two orders if a reference is posted twice, even with an idempotency key", async () => {
    const { service, ask } = await openReseller();
    const headers = { "idempotency-key": "SB-1-g1" };
    const first = await ask("POST", "/orders", { headers, body: orderOf() });
    const second = await ask("POST", "/orders", { headers, body: orderOf() });
    expect(first.json.id).not.toBe(second.json.id);
    expect(service.supplier.ledger.orders()).toMatchObject([
      { reference: "SB-1-g1", idempotencyKey: "SB-1-g1" },
      { reference: "SB-1-g1", idempotencyKey: "SB-1-g1" },
    ]);
  });

  it("stores the address, the note, the shipping method and the white-label choice in the ledger", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf({ note: "Bitte klingeln", shipping_method: "express" }) });
    expect(service.supplier.ledger.get("ord_000001")).toMatchObject({
      shipTo: { name: "Jürgen Groß", address1: "Königstraße 12a", countryCode: "DE" },
      note: "Bitte klingeln",
      shippingMethod: "express",
      whiteLabel: true,
    });
  });

  it.each([
    ["an unknown variant", { lines: [{ variant_id: "var_999999_1", quantity: 1 }] }, 422, "unknown_variant"],
    ["more than the stock", { lines: [{ variant_id: FIRST, quantity: 9999 }] }, 422, "insufficient_stock"],
    [
      "more than the stock, over two lines",
      { lines: [400, 400].map((quantity) => ({ variant_id: FIRST, quantity })) },
      422,
      "insufficient_stock",
    ],
    ["no line", { lines: [] }, 400, "malformed_request"],
    ["half a piece", { lines: [{ variant_id: FIRST, quantity: 0.5 }] }, 400, "malformed_request"],
    ["no reference", { reference: undefined }, 400, "malformed_request"],
    ["no street", { ship_to: { ...orderOf().ship_to, address1: "" } }, 400, "malformed_request"],
    ["a missing white-label choice", { white_label: undefined }, 400, "malformed_request"],
  ])("rejects %s and stores nothing", async (_case, changes, status, error) => {
    const { service, ask } = await openReseller();
    const reply = await ask("POST", "/orders", { body: orderOf(changes) });
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual({ error, message: expect.any(String) });
    expect(service.supplier.ledger.orders()).toEqual([]);
  });

  it("rejects a discontinued product, even in stock", async () => {
    const { service, ask } = await openReseller();
    const { products } = service.supplier.catalogue.page({ from: 0, limit: 120 });
    const variant = products
      .filter((product) => product.discontinued)
      .flatMap((product) => product.variants)
      .find((each) => each.stock > 0);
    const reply = await ask("POST", "/orders", {
      body: orderOf({ lines: [{ variant_id: variant?.id, quantity: 1 }] }),
    });
    expect(reply.status).toBe(422);
    expect(reply.json.error).toBe("discontinued");
  });
});

describe("finding the simulated supplier's orders", () => {
  it("returns exactly the orders of a reference", async () => {
    const { ask } = await openReseller();
    for (const reference of ["SB-1", "SB-11", "SB-1"])
      await ask("POST", "/orders", { body: orderOf({ reference }) });
    const found = (await ask("GET", "/orders?reference=SB-1")).json;
    expect(found.orders.map((order) => order.id)).toEqual(["ord_000001", "ord_000003"]);
    expect(found.next_cursor).toBeNull();
    expect((await ask("GET", "/orders?reference=nonsense")).json.orders).toEqual([]);
  });

  it("sorts by the latest change, and neither repeats nor skips an order that changes between two pages", async () => {
    const { service, ask } = await openReseller({ maxPageSize: 2 });
    for (let count = 0; count < 5; count += 1) await ask("POST", "/orders", { body: orderOf() });
    const first = (await ask("GET", "/orders")).json;
    service.supplier.ledger.cancel("ord_000003");
    const second = (await ask("GET", `/orders?cursor=${first.next_cursor}`)).json;
    const third = (await ask("GET", `/orders?cursor=${second.next_cursor}`)).json;
    const ids = [first, second, third].map((page) => page.orders.map((order) => order.id));
    expect(ids).toEqual([["ord_000001", "ord_000002"], ["ord_000004", "ord_000005"], ["ord_000003"]]);
    expect(third.next_cursor).toBeNull();
  });

  it("finds orders that changed at or after a given time", async () => {
    let time = new Date("2026-11-01T08:00:00Z");
    const { ask } = await openReseller({ now: () => time });
    await ask("POST", "/orders", { body: orderOf() });
    time = new Date("2026-11-01T08:10:00Z");
    await ask("POST", "/orders", { body: orderOf() });
    const found = (await ask("GET", "/orders?updated_since=2026-11-01T08:10:00Z")).json.orders;
    expect(found.map((order) => order.id)).toEqual(["ord_000002"]);
  });

  it("rejects the cursor of another list", async () => {
    const { ask } = await openReseller();
    const { next_cursor } = (await ask("GET", "/products?limit=1")).json;
    expect((await ask("GET", `/orders?cursor=${next_cursor}`)).status).toBe(400);
  });
});

describe("a simulated supplier's order", () => {
  it("can be shipped in part, then in whole", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf({ lines: [{ variant_id: FIRST, quantity: 3 }] }) });
    const { ledger } = service.supplier;

    ledger.ship("ord_000001", {
      carrier: "DHL",
      trackingNumber: "A 1",
      lines: [{ variantId: FIRST, quantity: 1 }],
    });
    expect((await ask("GET", "/orders/ord_000001")).json).toMatchObject({
      status: "partially_shipped",
      shipments: [
        {
          carrier: "DHL",
          tracking_number: "A 1",
          tracking_url: "https://tracking.example/DHL/A%201",
          lines: [{ variant_id: FIRST, quantity: 1 }],
        },
      ],
    });

    ledger.ship("ord_000001", { carrier: "GLS", trackingNumber: "B2" });
    const shipped = (await ask("GET", "/orders/ord_000001")).json;
    expect(shipped.status).toBe("shipped");
    expect(shipped.shipments[1]?.lines).toEqual([{ variant_id: FIRST, quantity: 2 }]);
    expect(shipped.shipments[0]?.id).not.toBe(shipped.shipments[1]?.id);
    expect(() => ledger.ship("ord_000001", { carrier: "GLS", trackingNumber: "C3" })).toThrow("nothing left");
  });

  it("shows shipments with missing fields, and later corrections", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    const { ledger } = service.supplier;

    ledger.ship("ord_000001", { carrier: "DHL", trackingNumber: null, saysLines: false });
    const { shipments } = (await ask("GET", "/orders/ord_000001")).json;
    expect(shipments).toMatchObject([{ tracking_number: null, tracking_url: null, lines: [] }]);

    ledger.amend("ord_000001", shipments[0]?.id ?? "", { trackingNumber: "A1" });
    expect((await ask("GET", "/orders/ord_000001")).json.shipments).toMatchObject([
      { tracking_number: "A1" },
    ]);
  });

  it("becomes rejected, or its unshipped rest canceled, if the supplier gives up", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    await ask("POST", "/orders", { body: orderOf() });
    const { ledger } = service.supplier;
    ledger.ship("ord_000002", {
      carrier: "DHL",
      trackingNumber: "A1",
      lines: [{ variantId: FIRST, quantity: 1 }],
    });

    expect(ledger.giveUp("ord_000001").status).toBe("rejected");
    expect(ledger.giveUp("ord_000002")).toMatchObject({ status: "cancelled", shipments: [{}] });
  });

  it("can be canceled before anything is shipped, and a second cancellation changes nothing", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    const cancelled = await ask("POST", "/orders/ord_000001/cancel");
    expect(cancelled.json.status).toBe("cancelled");
    expect((await ask("POST", "/orders/ord_000001/cancel")).json).toEqual(cancelled.json);
    expect(() => service.supplier.ledger.ship("ord_000001", { carrier: "x", trackingNumber: "y" })).toThrow();
  });

  it("cannot be canceled once it is shipped", async () => {
    const { service, ask } = await openReseller();
    await ask("POST", "/orders", { body: orderOf() });
    service.supplier.ledger.ship("ord_000001", { carrier: "DHL", trackingNumber: "A1" });
    const reply = await ask("POST", "/orders/ord_000001/cancel");
    expect(reply.status).toBe(409);
    expect(reply.json.error).toBe("not_cancellable");
  });

  it("is not found under an unknown id", async () => {
    const { ask } = await openReseller();
    expect((await ask("GET", "/orders/ord_000009")).status).toBe(404);
    expect((await ask("POST", "/orders/ord_000009/cancel")).status).toBe(404);
  });
});

it.each([
  [0, "0.00"],
  [5, "0.05"],
  [1250, "12.50"],
  [9_007_199_254_740_991, "90071992547409.91"],
])("the simulated supplier writes %s cents as %s", (minor, written) => {
  expect(decimal(minor)).toBe(written);
});

describe("two accounts with the simulated supplier", () => {
  it("see, find and cancel only their own orders", async () => {
    const { service, ask } = await openReseller();
    const { accounts, ledger } = service.supplier;
    const { key } = accounts.createKey("Branch", service.otherAccount.email);
    const askOther = (method: string, path: string) =>
      ask(method, path, { headers: { "x-reseller-api-key": key } });
    const { id } = (await ask("POST", "/orders", { body: orderOf() })).json;
    expect((await askOther("GET", `/orders/${id}`)).status).toBe(404);
    expect((await askOther("GET", "/orders?reference=SB-1-g1")).json.orders).toEqual([]);
    expect((await askOther("POST", `/orders/${id}/cancel`)).status).toBe(404);
    expect(ledger.get(id)).toMatchObject({ account: service.account.email, status: "received" });
  });

  it("log in with their own passwords", async () => {
    const { service } = await openReseller();
    const { account, otherAccount } = service;
    const { accounts } = service.supplier;
    const token = await accounts.logIn(otherAccount.email, otherAccount.password);
    expect(await accounts.accountOfToken(token ?? "")).toBe(otherAccount.email);
    expect(await accounts.logIn(otherAccount.email, account.password)).toBeUndefined();
  });
});
