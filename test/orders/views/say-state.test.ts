import { describe, expect, it } from "vitest";

import { orderStates } from "../../../app/orders/order-state.ts";
import { holdReasons } from "../../../app/orders/reason.ts";
import { sayState, type Standing } from "../../../app/orders/views/say-state.ts";
import { now } from "../testing.ts";

const standing: Standing = {
  state: "held",
  reason: "no-street",
  said: "No street.",
  acknowledgedReason: null,
  cancelRequestedAt: null,
};

describe("where an order stands", () => {
  it("has a word and a sentence of its own in every state", () => {
    const told = orderStates.map((state) => sayState({ ...standing, state, reason: null, said: null }));
    expect(new Set(told.map(({ label }) => label)).size).toBe(orderStates.length);
    for (const { sentence } of told) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("has a few words for every reason to hold it", () => {
    for (const reason of holdReasons) expect(sayState({ ...standing, reason }).short).toMatch(/^[A-Z][^.]+$/);
  });

  it("is told in the row's own sentence where it has one", () => {
    expect(sayState(standing)).toEqual({
      ...{ label: "Needs you", tone: "warning" },
      ...{ short: "No street in the address", sentence: "No street." },
    });
  });

  it("says no more than the sentence for a reason that it does not know", () => {
    expect(sayState({ ...standing, reason: "brand-new" })).toMatchObject({
      short: null,
      sentence: "No street.",
    });
  });

  it.each(["held", "ready", "placed"] as const)(
    "is “being cancelled” when that was asked for and it is %s",
    (state) => {
      expect(sayState({ ...standing, state, cancelRequestedAt: now }).label).toBe("Being cancelled");
    },
  );

  it("stays unclear in spite of a wish to cancel: that comes later", () => {
    expect(sayState({ ...standing, state: "in_doubt", cancelRequestedAt: now }).label).toBe(
      "Unclear if ordered",
    );
  });
});
