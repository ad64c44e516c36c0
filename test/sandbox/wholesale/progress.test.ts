import { describe, expect, it } from "vitest";
import { openReseller, orderOf } from "./reseller.ts";

const START = new Date("2026-11-01T08:00:00Z");

/** A service whose orders progress automatically, and control of its clock. */
async function openMoving() {
  let time = START;
  const progress = { processingMs: 5000, shippingMs: 10_000 };
  const { service, ask } = await openReseller({ progress, now: () => time });
  const after = (ms: number) => (time = new Date(START.getTime() + ms));
  const place = (reference = "SB-1-g1") => ask("POST", "/orders", { body: orderOf({ reference }) });
  return { service, ask, after, place };
}

describe("a simulated order that progresses automatically", () => {
  it.each([
    [4999, "received", 0],
    [5000, "processing", 5000],
    [14_999, "processing", 5000],
    [15_000, "shipped", 15_000],
    [3_600_000, "shipped", 15_000],
  ])("has, %i ms after placing, the status %s since %i ms", async (ms, status, since) => {
    const { ask, after, place } = await openMoving();
    await place();
    after(ms);
    expect((await ask("GET", "/orders/ord_000001")).json).toMatchObject({
      status,
      updated_at: new Date(START.getTime() + since).toISOString(),
    });
  });

  it("ships as a whole, with a tracking number that stays the same", async () => {
    const { ask, after, place } = await openMoving();
    await place();
    after(20_000);
    const [shipment] = (await ask("GET", "/orders/ord_000001")).json.shipments;
    expect(shipment).toMatchObject({
      carrier: "DPD",
      tracking_number: "NW000000001DE",
      shipped_at: "2026-11-01T08:00:15.000Z",
      lines: orderOf().lines,
    });
    expect((await ask("GET", "/orders/ord_000001")).json.shipments).toEqual([shipment]);
  });

  it("is found by its time of change, the earliest change first", async () => {
    const { ask, after, place } = await openMoving();
    await place("first");
    after(8000);
    await place("second");
    after(14_000);
    const found = (await ask("GET", "/orders?updated_since=2026-11-01T08:00:05Z")).json.orders;
    expect(found).toMatchObject([
      { reference: "first", status: "processing" },
      { reference: "second", status: "processing" },
    ]);
    after(16_000);
    expect((await ask("GET", "/orders")).json.orders).toMatchObject([
      { reference: "second", status: "processing" },
      { reference: "first", status: "shipped" },
    ]);
  });

  it("stays canceled, and stops progressing automatically once a person has begun to ship it", async () => {
    const { service, ask, after, place } = await openMoving();
    const body = orderOf({ lines: [{ variant_id: "var_000000_1", quantity: 2 }] });
    await place();
    await ask("POST", "/orders", { body });
    await ask("POST", "/orders/ord_000001/cancel");
    const lines = [{ variantId: "var_000000_1", quantity: 1 }];
    service.supplier.ledger.ship("ord_000002", { carrier: "DHL", trackingNumber: "A1", lines });
    after(3_600_000);
    expect(service.supplier.ledger.orders()).toMatchObject([
      { status: "cancelled", shipments: [] },
      { status: "partially_shipped", shipments: [{ trackingNumber: "A1" }] },
    ]);
  });

  it("cannot be canceled once it is shipped, even if no request read it before", async () => {
    const { ask, after, place } = await openMoving();
    await place();
    after(15_000);
    expect((await ask("POST", "/orders/ord_000001/cancel")).status).toBe(409);
  });
});

it("a simulated order without automatic progress stays unchanged until a control call", async () => {
  let time = START;
  const { ask } = await openReseller({ now: () => time });
  await ask("POST", "/orders", { body: orderOf() });
  time = new Date(START.getTime() + 3_000_000);
  expect((await ask("GET", "/orders/ord_000001")).json.status).toBe("received");
});
