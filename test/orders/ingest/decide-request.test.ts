import { describe, expect, it } from "vitest";

import { decideRequest } from "../../../app/orders/ingest/decide-request.ts";
import type { RequestableOrder } from "../../../app/shop/fulfillment-requests.server.ts";

type Part = RequestableOrder["fulfillmentOrders"][number];

function part(more: Partial<Part> = {}): Part {
  return { id: "new", status: "open", request: "unsubmitted", ours: true, asked: false, ...more };
}

function requested(parts: Partial<Part>[], more: Partial<RequestableOrder> = {}): string[] {
  const order = { id: "order", name: "#1001", cancelled: false, paid: true };
  return decideRequest({ ...order, ...more, fulfillmentOrders: parts.map(part) });
}

describe("the automatic ordering", () => {
  it("requests every part of ours that is open and not requested", () => {
    expect(requested([{ id: "one" }, { id: "two" }, { id: "theirs", ours: false }])).toEqual(["one", "two"]);
  });

  it.each<[string, Partial<RequestableOrder>]>([
    ["not paid", { paid: false }],
    ["cancelled", { cancelled: true }],
  ])("requests nothing of an order that is %s", (_, more) => {
    expect(requested([{}], more)).toEqual([]);
  });

  it.each<Part["status"]>(["on_hold", "scheduled", "in_progress", "closed", "cancelled", "incomplete"])(
    "requests nothing that is %s",
    (status) => {
      expect(requested([{ status }])).toEqual([]);
    },
  );

  it.each<[string, Partial<Part>]>([
    ["was turned down", { request: "rejected", asked: true }],
    ["was taken back", { status: "closed", request: "cancellation_accepted", asked: true }],
    ["was taken back before anybody answered", { status: "closed", request: "submitted", asked: true }],
    ["was taken back, and shows no more of it", { status: "cancelled", request: "unsubmitted", asked: true }],
    ["was given up", { status: "incomplete", request: "closed", asked: true }],
    ["is to be taken back", { status: "in_progress", request: "cancellation_requested", asked: true }],
  ])("requests nothing more of an order of which a part %s: it is in a person's hands", (_, other) => {
    expect(requested([{ id: "other", ...other }, {}])).toEqual([]);
    expect(requested([{ id: "other", ...other, ours: false }, {}])).toEqual(["new"]);
  });

  it.each<[string, Partial<Part>]>([
    ["has just been requested", { request: "submitted", asked: true }],
    ["is being fulfilled", { status: "in_progress", request: "accepted", asked: true }],
    ["was not to be had back", { status: "in_progress", request: "cancellation_rejected", asked: true }],
    ["has been fulfilled", { status: "closed", request: "accepted", asked: true }],
    ["was moved elsewhere", { status: "closed" }],
  ])("requests the rest of an order of which a part %s", (_, other) => {
    expect(requested([{ id: "other", ...other }, {}])).toEqual(["new"]);
  });
});
