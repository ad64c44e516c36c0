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
  ["the shop does not show a line", { currentQuantities: new Map() }, none],
  ["the address cannot be compared", { addressChanged: null }, none],
  ["the address has changed", { addressChanged: true }, { changes: [{ code: "orders.change.address" }] }],
  ["some pieces were removed", { currentQuantities: new Map([["mug", 1]]) }, removed(1)],
  ["all pieces were removed", { currentQuantities: new Map([["mug", 0]]) }, removed(0)],
  [
    "all pieces were removed, which closes the request",
    { currentQuantities: new Map([["mug", 0]]), request: closed },
    removed(0),
  ],
  ["the request was closed before a shipment left", { request: closed }, isClosed],
  [
    "shipments that the shop shows have closed the request",
    { request: closed, state: "partially_shipped" },
    none,
  ],
  ["the request was closed as incomplete", { request: incomplete }, isClosed],
  [
    "the request was closed as incomplete after a part had shipped",
    { request: incomplete, state: "partially_shipped" },
    isClosed,
  ],
  [
    "the merchant has canceled the request",
    { request: { ...closed, request: "cancellation_accepted" } },
    "withdrawn",
  ],
  ["the shop no longer shows the request", { request: null }, isMoved],
  ["the request is already known to be gone", { request: null, isRequestGone: true }, none],
  [
    "the request is already known to be gone, and pieces were removed",
    { request: null, isRequestGone: true, currentQuantities: new Map([["mug", 1]]) },
    removed(1),
  ],
  [
    "the canceled request is at another location",
    { request: { ...standing, status: "cancelled", ours: false } },
    isMoved,
  ],
  ["another location fulfills the request", { request: { ...standing, ours: false } }, isMoved],
])("reports the expected changes of a placed order if %s", (_, more, expected) => {
  expect(judge(more)).toEqual(expected);
});
