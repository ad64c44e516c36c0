import { describe, expect, it } from "vitest";

import type { Fulfillment } from "../../../app/shop/orders/fulfillment-order.ts";
import { findFulfillment, planFulfillment } from "../../../app/orders/tracking/plan-fulfillment.ts";
import type { SupplierVariantId } from "../../../app/wholesale/resources.ts";

describe("the lines of a fulfillment", () => {
  const ordered = [
    { lineItemId: "a", supplierVariantId: "mug" },
    { lineItemId: "b", supplierVariantId: "mug" },
    { lineItemId: "c", supplierVariantId: "bowl" },
  ];
  const lines = (a: number, b: number, c: number) => [
    { id: "A", lineItemId: "a", remaining: a },
    { id: "B", lineItemId: "b", remaining: b },
    { id: "C", lineItemId: "c", remaining: c },
    { id: "X", lineItemId: "not ours", remaining: 9 },
  ];
  const mugs = (quantity: number) => [{ supplierVariantId: "mug" as SupplierVariantId, quantity }];

  it.each([
    ["one line", mugs(1), lines(2, 2, 1), { A: 1 }],
    ["two lines of one variant, one after the other", mugs(3), lines(2, 2, 1), { A: 2, B: 1 }],
    ["the same variant listed twice", [...mugs(1), ...mugs(2)], lines(2, 2, 1), { A: 2, B: 1 }],
    ["no more than is left", mugs(9), lines(0, 1, 1), { B: 1 }],
    [
      "nothing that was not ordered",
      [{ supplierVariantId: "lamp" as SupplierVariantId, quantity: 1 }],
      lines(1, 1, 1),
      {},
    ],
    ["all that is left if the supplier does not list lines", [], lines(0, 2, 1), { B: 2, C: 1 }],
    ["nothing if nothing is left", [], lines(0, 0, 0), {}],
  ])("cover %s", (_what, parcel, left, expected) => {
    const pieces = planFulfillment(parcel, { ordered, lines: left });
    expect(Object.fromEntries(pieces.map(({ id, quantity }) => [id, quantity]))).toEqual(expected);
  });
});

describe("the existing fulfillment of a shipment", () => {
  const made = (id: string, number: string | null, more: Partial<Fulfillment> = {}): Fulfillment => ({
    id,
    stands: true,
    tracking: number === null ? [] : [{ company: "DHL", number, url: null }],
    lines: [{ lineItemId: "a", quantity: 1 }],
    ...more,
  });
  const piece = { id: "A", lineItemId: "a", quantity: 1 };
  const requested = (number: string | null, existing: string[] = []) => ({
    number,
    lines: [piece],
    existing,
  });
  const parcel = { fulfillmentId: null, trackingNumber: "N1", requested: null };
  const unnumbered = { ...parcel, trackingNumber: null };

  it.each([
    ["is the stored fulfillment, whatever its number", { ...parcel, fulfillmentId: "F2" }, "F2"],
    ["is none if the stored fulfillment is canceled", { ...parcel, fulfillmentId: "F9" }, null],
    ["is the fulfillment with the shipment's number", parcel, "F1"],
    [
      "is the fulfillment with the number in our request",
      { ...parcel, trackingNumber: "NEW1", requested: requested("N2") },
      "F2",
    ],
    ["is never one with another number", { ...parcel, trackingNumber: "N7" }, null],
    ["is never a canceled one", { ...parcel, trackingNumber: "N9" }, null],
    ["is never the fulfillment of another shipment", { ...parcel, trackingNumber: "N3" }, null],
    ["is never one without a number that we did not request", unnumbered, null],
    [
      "is the fulfillment without a number that was created after our request",
      { ...unnumbered, requested: requested(null) },
      "F4",
    ],
    [
      "is never one without a number that existed before our request",
      { ...unnumbered, requested: requested(null, ["F4"]) },
      null,
    ],
    [
      "is the fulfillment that we requested before the number was known",
      { ...parcel, trackingNumber: "NEW1", requested: requested(null) },
      "F4",
    ],
  ])("%s", (_what, wanted, id) => {
    const fulfillments = [
      made("F1", "N1"),
      made("F2", "N2"),
      made("F3", "N3"),
      made("F9", "N9", { stands: false }),
      made("F5", null, { lines: [{ lineItemId: "a", quantity: 2 }] }),
      made("F4", null),
    ];
    expect(findFulfillment(wanted, { fulfillments, others: ["F3"] })?.id ?? null).toBe(id);
  });
});
