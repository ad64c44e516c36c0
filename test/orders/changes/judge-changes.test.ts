import { expect, it } from "vitest";

import { type Comparison, judgeChanges } from "../../../app/orders/changes/compare-with-shop.server.ts";
import type { RequestStatus } from "../../../app/shop/orders/fulfillment-order.ts";

const mug = { lineItemId: "mug", title: "Mug", bought: 3 };
const standing: RequestStatus = { status: "in_progress", request: "accepted", ours: true };
const closed: RequestStatus = { ...standing, status: "closed", request: "closed" };
const incomplete: RequestStatus = { ...standing, status: "incomplete", request: "closed" };

function judge(more: Partial<Comparison> = {}) {
  return judgeChanges({
    state: "placed",
    lines: [mug],
    currentQuantities: new Map([["mug", 3]]),
    request: standing,
    isRequestGone: false,
    addressChanged: false,
    ...more,
  });
}

const none = { changes: [] };
const isClosed = { changes: [{ code: "orders.change.closed" }] };
const isMoved = { changes: [{ code: "orders.change.moved" }] };
const removed = (left: number) => ({
  changes: [{ code: "orders.change.removed", title: "Mug", ordered: 3, left, lineItemId: "mug" }],
});

it.each<[string, Partial<Comparison>, unknown]>([
  ["nothing has changed", {}, none],
  ["more is ordered than the supplier has", { currentQuantities: new Map([["mug", 9]]) }, none],
  ["a line is not shown", { currentQuantities: new Map() }, none],
  ["the address cannot be compared", { addressChanged: null }, none],
  ["the address is another one", { addressChanged: true }, { changes: [{ code: "orders.change.address" }] }],
  ["pieces are gone", { currentQuantities: new Map([["mug", 1]]) }, removed(1)],
  ["all pieces are gone", { currentQuantities: new Map([["mug", 0]]) }, removed(0)],
  [
    "all pieces are gone, which closes it",
    { currentQuantities: new Map([["mug", 0]]), request: closed },
    removed(0),
  ],
  ["it was closed before a shipment left", { request: closed }, isClosed],
  ["shown shipments have closed it", { request: closed, state: "partially_shipped" }, none],
  ["it was given up", { request: incomplete }, isClosed],
  ["the rest was given up", { request: incomplete, state: "partially_shipped" }, isClosed],
  ["the merchant has canceled it", { request: { ...closed, request: "cancellation_accepted" } }, "withdrawn"],
  ["it is not there any more", { request: null }, isMoved],
  ["it is known to be gone", { request: null, isRequestGone: true }, none],
  [
    "it is known to be gone, and pieces are too",
    { request: null, isRequestGone: true, currentQuantities: new Map([["mug", 1]]) },
    removed(1),
  ],
  [
    "its canceled request is at another location",
    { request: { ...standing, status: "cancelled", ours: false } },
    isMoved,
  ],
  ["another location sends it", { request: { ...standing, ours: false } }, isMoved],
])("handles a change if %s", (_, more, expected) => {
  expect(judge(more)).toEqual(expected);
});
