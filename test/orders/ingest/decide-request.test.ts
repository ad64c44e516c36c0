import { describe, expect, it } from "vitest";

import { decideRequest } from "../../../app/orders/ingest/request-paid-orders.server.ts";

type Order = Parameters<typeof decideRequest>[0];
type Part = Order["fulfillmentOrders"][number];

function part(more: Partial<Part> = {}): Part {
  return { id: "new", status: "open", request: "unsubmitted", ours: true, wasRequested: false, ...more };
}

function requested(parts: Partial<Part>[], more: Partial<Order> = {}): string[] {
  const order = { id: "order", name: "#1001", canceled: false, paid: true, test: false };
  return decideRequest({ ...order, ...more, fulfillmentOrders: parts.map(part) });
}

describe("automatic ordering", () => {
  it("requests every open part at our location that is not requested yet", () => {
    expect(requested([{ id: "one" }, { id: "two" }, { id: "theirs", ours: false }])).toEqual(["one", "two"]);
  });

  it.each<[string, Partial<Order>]>([
    ["not paid", { paid: false }],
    ["canceled", { canceled: true }],
    ["a test order of Shopify's", { test: true }],
  ])("requests nothing for an order that is %s", (_, more) => {
    expect(requested([{}], more)).toEqual([]);
  });

  it.each<Part["status"]>(["on_hold", "scheduled", "in_progress", "closed", "cancelled", "incomplete"])(
    "requests no part whose status is %s",
    (status) => {
      expect(requested([{ status }])).toEqual([]);
    },
  );

  it.each<[string, Partial<Part>]>([
    ["was declined", { request: "rejected", wasRequested: true }],
    ["was canceled", { status: "closed", request: "cancellation_accepted", wasRequested: true }],
    ["was canceled before any answer", { status: "closed", request: "submitted", wasRequested: true }],
    ["was canceled without a trace", { status: "cancelled", request: "unsubmitted", wasRequested: true }],
    ["was closed as incomplete", { status: "incomplete", request: "closed", wasRequested: true }],
    [
      "has a cancellation request",
      { status: "in_progress", request: "cancellation_requested", wasRequested: true },
    ],
  ])("leaves the rest of an order to a person if a part %s", (_, other) => {
    expect(requested([{ id: "other", ...other }, {}])).toEqual([]);
    expect(requested([{ id: "other", ...other, ours: false }, {}])).toEqual(["new"]);
  });

  it.each<[string, Partial<Part>]>([
    ["has just been requested", { request: "submitted", wasRequested: true }],
    ["is being fulfilled", { status: "in_progress", request: "accepted", wasRequested: true }],
    [
      "could not be canceled",
      { status: "in_progress", request: "cancellation_rejected", wasRequested: true },
    ],
    ["has been fulfilled", { status: "closed", request: "accepted", wasRequested: true }],
    ["was moved to another location", { status: "closed" }],
  ])("requests the rest of an order if a part %s", (_, other) => {
    expect(requested([{ id: "other", ...other }, {}])).toEqual(["new"]);
  });
});
