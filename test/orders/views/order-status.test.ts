import { describe, expect, it } from "vitest";

import { orderStates } from "../../../app/orders/order-state.ts";
import { reasonCodes } from "../../../app/orders/reason.ts";
import { type Standing, statusOf } from "../../../app/orders/views/order-status.ts";
import { now } from "../testing.ts";

const standing: Standing = {
  state: "held",
  reason: "discontinued",
  reasonParams: { lines: ["Mug"] },
  acknowledgedReason: null,
  cancelRequestedAt: null,
};

describe("where an order stands", () => {
  it("has a word and a message of its own in every state", () => {
    const statuses = orderStates.map((state) =>
      statusOf({ ...standing, state, reason: null, reasonParams: null }),
    );
    expect(new Set(statuses.map(({ label }) => label.code)).size).toBe(orderStates.length);
    expect(new Set(statuses.map(({ message }) => message.code)).size).toBe(orderStates.length);
  });

  it("has a few words and a message for every reason", () => {
    for (const reason of reasonCodes) {
      expect(statusOf({ ...standing, reason })).toMatchObject({
        why: { code: `orders.reason.${reason}.label` },
        message: { code: `orders.reason.${reason}` },
      });
    }
  });

  it("is told by the row's reason where it has one", () => {
    expect(statusOf(standing)).toEqual({
      ...{ label: { code: "orders.badge.needs-attention" }, tone: "warning" },
      why: { code: "orders.reason.discontinued.label" },
      message: { code: "orders.reason.discontinued", lines: ["Mug"] },
    });
  });

  it("is told in the row's own sentence where that is from before reasons had parameters", () => {
    expect(statusOf({ ...standing, reasonParams: { text: "No street." } }).message).toEqual({
      ...{ code: "earlier-message", text: "No street." },
    });
  });

  it("says no more than that it cannot tell for a reason that it does not know", () => {
    expect(statusOf({ ...standing, reason: "brand-new" })).toMatchObject({
      ...{ why: null, message: { code: "unknown-message" } },
    });
  });

  it.each(["held", "ready", "placed"] as const)(
    "is being canceled when that was asked for and it is %s",
    (state) => {
      expect(statusOf({ ...standing, state, cancelRequestedAt: now }).label.code).toBe(
        "orders.badge.cancelling",
      );
    },
  );

  it("stays in doubt although it is to be canceled: that comes later", () => {
    expect(statusOf({ ...standing, state: "in_doubt", cancelRequestedAt: now }).label.code).toBe(
      "orders.badge.in-doubt",
    );
  });
});
