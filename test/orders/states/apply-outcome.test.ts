import { describe, expect, it } from "vitest";

import { orderStates, type OrderState } from "../../../app/orders/states/order-state.ts";
import { applyOutcome, type Effect, type Outcome } from "../../../app/orders/states/outcome.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";

const placed: Outcome = { code: "placed", number: "W-7" as SupplierOrderId };

/** The effects of an outcome on orders of each state. */
function effects(outcome: Outcome, isLatest: boolean, supplierOrderId: string | null = null) {
  return Object.fromEntries(
    orderStates.map((state) => [state, applyOutcome({ state, supplierOrderId }, { outcome, isLatest })]),
  );
}

const atSupplier: OrderState[] = ["placed", "partially_shipped", "shipped", "delivered"];
const each = (states: OrderState[], effect: Effect) =>
  Object.fromEntries(states.map((state) => [state, effect]));
const asPlacing: Effect = { kind: "moves", from: "placing" };

describe("applyOutcome", () => {
  it("places waiting orders, reopens ended orders, and reports a duplicate if the supplier has the order already", () => {
    expect(effects(placed, true)).toEqual({
      held: asPlacing,
      ready: asPlacing,
      placing: asPlacing,
      in_doubt: { kind: "moves", from: "in_doubt" },
      ...each(atSupplier, { kind: "doubles" }),
      ...each(["canceled", "rejected"], { kind: "reopens" }),
    });
  });

  it("reports a duplicate if an earlier attempt succeeds while a later attempt may have succeeded", () => {
    expect(effects(placed, false)).toEqual({
      held: asPlacing,
      ready: asPlacing,
      ...each(["placing", "in_doubt", ...atSupplier], { kind: "doubles" }),
      ...each(["canceled", "rejected"], { kind: "reopens" }),
    });
  });

  it("ignores a number that the order already has, unless the latest attempt is still open", () => {
    const stays = each([...orderStates], { kind: "stays" });
    expect(effects(placed, false, "W-7")).toEqual(stays);
    expect(effects(placed, true, "W-7")).toEqual({
      ...stays,
      placing: asPlacing,
      in_doubt: { kind: "moves", from: "in_doubt" },
    });
  });

  it("changes the state for a failed attempt only if the order waits for that attempt", () => {
    const leads = (outcome: Outcome, isLatest: boolean) =>
      orderStates.filter(
        (state) => applyOutcome({ state, supplierOrderId: null }, { outcome, isLatest }).kind === "moves",
      );
    for (const code of ["never-sent", "abandoned"] as const) {
      expect(leads({ code }, true)).toEqual(["placing", "in_doubt"]);
      expect(leads({ code }, false)).toEqual([]);
    }
  });
});
