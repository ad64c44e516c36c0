import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { inShop } from "../../../app/lib/database/db.server.ts";
import { startQueue, stopQueue } from "../../../app/queue/boss.server.ts";
import { ingestShipments } from "../../../app/orders/tracking/ingest-shipments.server.ts";
import type { Shipment, SupplierOrderId, SupplierShipmentId } from "../../../app/wholesale/resources.ts";
import { jobs } from "../../../app/queue/jobs.ts";
import { query } from "../../support/database.ts";
import { databaseUrl } from "../../support/world.ts";
import { trackedOrder, type TrackedOrder } from "./testing.ts";

let order: TrackedOrder;

beforeAll(async () => {
  // No worker processes the jobs here.
  await startQueue(jobs);
  order = await trackedOrder();
});
afterAll(stopQueue);

const early = new Date("2026-11-21T10:00:00Z");
const late = new Date("2026-11-21T11:00:00Z");

/** Each test has its own shipment. */
let parcels = 0;
function newParcel(): SupplierShipmentId {
  parcels += 1;
  return `parcel-${String(parcels)}` as SupplierShipmentId;
}

async function storeAll(
  shipments: (Partial<Shipment> & Pick<Shipment, "id">)[],
  updatedAt: Date | null,
): Promise<boolean> {
  const { shop, id: orderId } = order;
  const none = { carrier: null, trackingNumber: null, trackingUrl: null, shippedAt: null, lines: [] };
  const update = {
    id: order.number as SupplierOrderId,
    reference: "",
    lines: [],
    cost: null,
    placedAt: null,
    updatedAt,
    status: "shipped" as const,
    shipments: shipments.map((each) => ({ ...none, ...each })),
  };
  return inShop(shop, (tx, now) => ingestShipments(tx, { shop, orderId, update, now }));
}

async function store(
  id: SupplierShipmentId,
  shipment: Partial<Shipment>,
  updatedAt: Date | null = null,
): Promise<boolean> {
  return storeAll([{ ...shipment, id }], updatedAt);
}

async function shown(id: string): Promise<void> {
  await query(
    databaseUrl,
    "update shipment set state = 'shown', leased_until = null, due_at = null, fulfillment_id = 'F' where supplier_shipment_id = $1",
    [id],
  );
}

async function rowOf(id: string) {
  const [row] = (await order.shipments()).filter((each) => each.supplier_shipment_id === id);
  return row;
}

describe("a shipment in the supplier's update", () => {
  it("keeps its tracking number if an older update arrives", async () => {
    const id = newParcel();
    expect(await store(id, { trackingNumber: "A1" }, late)).toBe(true);
    await shown(id);
    expect(await store(id, { trackingNumber: "A0" }, early)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ tracking_number: "A1", state: "shown" });
    expect(await store(id, { trackingNumber: "A2" }, late)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ tracking_number: "A2", state: "due", due_at: expect.any(Date) });
  });

  it("can still be corrected after an update with a time in the future", async () => {
    const id = newParcel();
    await store(id, { trackingNumber: "A1" }, new Date("2199-01-01T00:00:00Z"));
    await shown(id);
    expect(await store(id, { trackingNumber: "A2" }, early)).toBe(true);
    // As an earlier version kept it.
    await query(
      databaseUrl,
      "update shipment set supplier_updated_at = '2199-01-01Z' where supplier_shipment_id = $1",
      [id],
    );
    expect(await store(id, { trackingNumber: "A3" }, late)).toBe(true);
    expect(await store(id, { trackingNumber: "A2" }, early)).toBe(false);
  });

  it("stays unchanged if an update repeats the shipment", async () => {
    const id = newParcel();
    const same = { carrier: "DHL", trackingNumber: "A1", trackingUrl: "https://dhl.example/A1" };
    await store(id, same);
    await shown(id);
    expect(await store(id, same)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "shown" });
  });

  it("keeps fields that an update leaves out, except the link of a number that has changed", async () => {
    const id = newParcel();
    await store(id, { carrier: "DHL", trackingNumber: "A1", trackingUrl: "https://dhl.example/A1" });
    expect(await store(id, {})).toBe(false);
    expect(await rowOf(id)).toMatchObject({ carrier: "DHL", tracking_number: "A1" });
    expect(await store(id, { trackingNumber: "A2" })).toBe(true);
    expect(await rowOf(id)).toMatchObject({ carrier: "DHL", tracking_number: "A2", tracking_url: null });
  });

  it.each([
    ["https://dhl.example/A 1", "https://dhl.example/A%201"],
    ["http://dhl.example/A1", "http://dhl.example/A1"],
    ["javascript:alert(1)", null],
    ["ftp://dhl.example/A1", null],
    ["see our website", null],
    ["", null],
  ])("has its link %j stored as %j", async (trackingUrl, kept) => {
    const id = newParcel();
    await store(id, { carrier: " ", trackingNumber: " A1 ", trackingUrl });
    expect(await rowOf(id)).toMatchObject({ carrier: null, tracking_number: "A1", tracking_url: kept });
  });

  it("is stored once if a reply lists the shipment twice", async () => {
    const id = newParcel();
    await storeAll(
      ["A1", "A2"].map((trackingNumber) => ({ id, trackingNumber })),
      null,
    );
    expect(await rowOf(id)).toMatchObject({ tracking_number: "A2" });
  });
});
