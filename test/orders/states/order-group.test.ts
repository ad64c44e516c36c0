import { describe, expect, it } from "vitest";

import {
  canBeAcknowledged,
  type Grouped,
  groupOf,
  type OrderGroup,
} from "../../../app/orders/states/order-group.ts";
import { orderStates } from "../../../app/orders/states/order-state.ts";
import { now } from "../testing.ts";

const order: Grouped = { state: "ready", reason: null, acknowledgedReason: null, cancelRequestedAt: null };

describe("the group of an order", () => {
  it.each<[OrderGroup, Partial<Grouped>]>([
    ["in-progress", { state: "ready" }],
    ["in-progress", { state: "ready", reason: "supplier-unreachable" }],
    ["in-progress", { state: "ready", reason: "shop-unreachable" }],
    ["in-progress", { state: "ready", reason: "never-sent" }],
    ["needs-attention", { state: "ready", reason: "key-unauthorized" }],
    ["needs-attention", { state: "ready", reason: "access-lost" }],
    ["needs-attention", { state: "ready", reason: "permission-missing" }],
    ["needs-attention", { state: "ready", reason: "brand-new" }],

    ["in-progress", { state: "held", reason: "ordering-paused" }],
    ["in-progress", { state: "held", reason: "ordering-paused-by-support" }],
    ["in-progress", { state: "held", reason: "ordering-paused-for-all" }],
    ["in-progress", { state: "held", reason: "not-confirmed" }],
    ["needs-attention", { state: "held", reason: "no-street" }],
    ["needs-attention", { state: "held", reason: "unpaid" }],
    ["needs-attention", { state: "held", reason: "not-connected" }],
    ["needs-attention", { state: "held", reason: "rejected" }],
    // It is canceled anyway: what it lacks to be ordered does not matter any more.
    ["in-progress", { state: "held", reason: "no-street", cancelRequestedAt: now }],
    ["needs-attention", { state: "held", reason: "access-lost", cancelRequestedAt: now }],

    ["in-progress", { state: "placing", reason: "access-lost" }],
    ["needs-attention", { state: "in_doubt", reason: "unclear" }],
    ["needs-attention", { state: "in_doubt", reason: "supplier-unreachable" }],
    ["needs-attention", { state: "in_doubt", reason: "unclear", acknowledgedReason: "unclear" }],

    ["in-progress", { state: "placed" }],
    ["in-progress", { state: "placed", reason: "shop-unreachable" }],
    ["in-progress", { state: "placed", reason: "update-unreadable" }],
    ["needs-attention", { state: "placed", reason: "not-accepted" }],
    ["needs-attention", { state: "placed", reason: "not-canceled" }],
    ["needs-attention", { state: "placed", reason: "key-unauthorized", cancelRequestedAt: now }],
    ["in-progress", { state: "placed", reason: "not-canceled", acknowledgedReason: "not-canceled" }],
    ["needs-attention", { state: "placed", reason: "update-differs", acknowledgedReason: "not-canceled" }],
    ["needs-attention", { state: "shipped", reason: "rest-canceled" }],
    ["in-progress", { state: "partially_shipped" }],
    ["shipped", { state: "shipped" }],
    ["shipped", { state: "shipped", reason: "update-unreadable" }],

    ["completed", { state: "delivered" }],
    // It is there: what was wrong on its way is over.
    ["completed", { state: "delivered", reason: "update-differs" }],
    ["completed", { state: "canceled", reason: "canceled" }],
    ["completed", { state: "canceled", reason: "gone" }],
    ["completed", { state: "canceled", reason: "unpaid" }],
    ["needs-attention", { state: "canceled", reason: "canceled-at-supplier" }],
    [
      "completed",
      { state: "canceled", reason: "canceled-at-supplier", acknowledgedReason: "canceled-at-supplier" },
    ],
    ["needs-attention", { state: "rejected", reason: "rejected-at-supplier" }],
    ["needs-attention", { state: "rejected", reason: "not-declined" }],
  ])("is %s with %j", (group, more) => {
    expect(groupOf({ ...order, ...more })).toBe(group);
  });
});

describe("canBeAcknowledged", () => {
  it("returns true only for a reason that acknowledging resolves, until the merchant has acknowledged it", () => {
    for (const state of orderStates.filter((each) => !["placing", "in_doubt", "delivered"].includes(each))) {
      const uncanceled = { ...order, state, reason: "not-canceled" };
      expect(canBeAcknowledged(uncanceled)).toBe(true);
      expect(canBeAcknowledged({ ...uncanceled, acknowledgedReason: "not-canceled" })).toBe(false);
      expect(canBeAcknowledged({ ...uncanceled, reason: "access-lost" })).toBe(false);
      expect(canBeAcknowledged({ ...uncanceled, reason: null })).toBe(false);
    }
  });
});
