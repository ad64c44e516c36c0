import { describe, expect, it } from "vitest";

import type { Fulfillment } from "../../app/shop/orders/fulfillment-order.ts";
import { findFulfillment, planFulfillment } from "../../app/tracking/plan-fulfillment.ts";
import type { SupplierVariantId } from "../../app/wholesale/resources.ts";

describe("what of a parcel is shown as shipped", () => {
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
    ["the same variant, named twice", [...mugs(1), ...mugs(2)], lines(2, 2, 1), { A: 2, B: 1 }],
    ["no more than is left", mugs(9), lines(0, 1, 1), { B: 1 }],
    [
      "nothing that was not ordered",
      [{ supplierVariantId: "lamp" as SupplierVariantId, quantity: 1 }],
      lines(1, 1, 1),
      {},
    ],
    ["all that is left, where the supplier does not say what it is", [], lines(0, 2, 1), { B: 2, C: 1 }],
    ["nothing where nothing is left", [], lines(0, 0, 0), {}],
  ])("%s", (_what, parcel, left, expected) => {
    const pieces = planFulfillment(parcel, { ordered, lines: left });
    expect(Object.fromEntries(pieces.map(({ id, quantity }) => [id, quantity]))).toEqual(expected);
  });
});

describe("a parcel that the shop shows already", () => {
  const made = (id: string, number: string | null, more: Partial<Fulfillment> = {}): Fulfillment => ({
    id,
    stands: true,
    tracking: number === null ? [] : [{ company: "DHL", number, url: null }],
    lines: [{ lineItemId: "a", quantity: 1 }],
    ...more,
  });
  const piece = { id: "A", lineItemId: "a", quantity: 1 };
  const requested = (number: string | null, beside: string[] = []) => ({ number, lines: [piece], beside });
  const parcel = { fulfillmentId: null, trackingNumber: "N1", requested: null };
  const unnumbered = { ...parcel, trackingNumber: null };

  it.each([
    ["is the recorded one, whatever its number", { ...parcel, fulfillmentId: "F2" }, "F2"],
    ["is none when the recorded one is cancelled", { ...parcel, fulfillmentId: "F9" }, null],
    ["is the one with its number", parcel, "F1"],
    [
      "is the one with the number that was requested",
      { ...parcel, trackingNumber: "NEW", requested: requested("N2") },
      "F2",
    ],
    ["is none of another number", { ...parcel, trackingNumber: "N7" }, null],
    ["is no cancelled one", { ...parcel, trackingNumber: "N9" }, null],
    ["is never another parcel's", { ...parcel, trackingNumber: "N3" }, null],
    ["without a number is none that was not requested", unnumbered, null],
    [
      "without a number is the one that has come since it was requested",
      { ...unnumbered, requested: requested(null) },
      "F4",
    ],
    [
      "without a number is none that was there before",
      { ...unnumbered, requested: requested(null, ["F4"]) },
      null,
    ],
    [
      "and has its number by now is the one that was requested without it",
      { ...parcel, trackingNumber: "NEW", requested: requested(null) },
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
