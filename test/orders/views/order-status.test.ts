import { describe, expect, it } from "vitest";

import { translator } from "../../../app/messages/translate.ts";
import { orderStates } from "../../../app/orders/states/order-state.ts";
import { reasonCodes } from "../../../app/orders/reasons/reason.ts";
import { type Standing, statusOf } from "../../../app/orders/views/order-status.ts";
import { now } from "../testing.ts";

const t = translator("en");

const standing: Standing = {
  state: "held",
  reason: "no-street",
  reasonParams: null,
  acknowledgedReason: null,
  cancelRequestedAt: null,
};

describe("statusOf", () => {
  it("gives each state its own label and sentence", () => {
    const read = orderStates.map((state) => statusOf({ ...standing, state, reason: null }));
    expect(new Set(read.map(({ label }) => t(label))).size).toBe(orderStates.length);
    expect(new Set(read.map(({ message }) => t(message))).size).toBe(orderStates.length);
    for (const { why, message } of read) {
      expect(why).toBeNull();
      expect(t(message)).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("returns the reason as a short label, and as a full sentence with details", () => {
    expect(statusOf({ ...standing, reason: "discontinued", reasonParams: { lines: ["Mug"] } })).toEqual({
      label: { code: "orders.badge.needs-attention" },
      tone: "warning",
      why: { code: "orders.reason.discontinued.label" },
      message: { code: "orders.reason.discontinued", lines: ["Mug"] },
    });
  });

  it("returns a short label for every reason", () => {
    for (const reason of reasonCodes) {
      const { why } = statusOf({ ...standing, reason });
      expect(why && t(why)).toMatch(/^[A-Z][^.]+$/);
    }
  });

  it("shows the sentence that an older row stored instead of parameters", () => {
    const { why, message } = statusOf({ ...standing, reasonParams: { text: "No street is known." } });
    expect(why).toEqual({ code: "orders.reason.no-street.label" });
    expect(t(message)).toBe("No street is known.");
  });

  it("asks for attention if this version does not know the reason", () => {
    const status = statusOf({ ...standing, reason: "brand-new" });
    expect(status).toMatchObject({ label: { code: "orders.badge.needs-attention" }, why: null });
    expect(t(status.message)).toMatch(/^[A-Z].*\.$/);
    const kept = statusOf({ ...standing, reason: "long-gone", reasonParams: { text: "It was too heavy." } });
    expect(t(kept.message)).toBe("It was too heavy.");
  });

  it.each(["held", "ready", "placed"] as const)(
    "returns “canceling” if a cancellation is requested and the order is %s",
    (state) => {
      expect(statusOf({ ...standing, state, reason: null, cancelRequestedAt: now }).label).toEqual({
        code: "orders.badge.canceling",
      });
      expect(statusOf({ ...standing, state, reason: "unpaid", cancelRequestedAt: now }).label).toEqual({
        code: "orders.badge.canceling",
      });
    },
  );

  it("gives no advice for an order that is being canceled, unless the merchant has to act", () => {
    const canceling = { ...standing, reason: "out-of-stock", cancelRequestedAt: now };
    expect(statusOf(canceling)).toMatchObject({ why: null, message: { code: "orders.state.canceling" } });
    const failed = statusOf({ ...canceling, reason: "permission-missing" });
    expect(failed.message).toEqual({ code: "orders.reason.permission-missing" });
  });

  it("returns “in doubt” for an order in doubt, even if a cancellation is requested", () => {
    const status = statusOf({ ...standing, state: "in_doubt", reason: "unclear", cancelRequestedAt: now });
    expect(status.label).toEqual({ code: "orders.badge.in-doubt" });
  });
});
