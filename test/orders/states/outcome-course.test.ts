import { describe, expect, it } from "vitest";

import { orderStates, type OrderState } from "../../../app/orders/states/order-state.ts";
import { courseOf, type Course } from "../../../app/orders/states/outcome-course.ts";
import type { Outcome } from "../../../app/orders/states/outcome.ts";
import type { SupplierOrderId } from "../../../app/wholesale/resources.ts";

const placed: Outcome = { code: "placed", number: "W-7" as SupplierOrderId };

/** Returns the result for orders of each state. */
function courses(outcome: Outcome, isLatest: boolean, supplierOrderId: string | null = null) {
  return Object.fromEntries(
    orderStates.map((state) => [state, courseOf({ state, supplierOrderId }, { outcome, isLatest })]),
  );
}

const atSupplier: OrderState[] = ["placed", "partially_shipped", "shipped", "delivered"];
const each = (states: OrderState[], course: Course) =>
  Object.fromEntries(states.map((state) => [state, course]));
const asPlacing: Course = { kind: "moves", from: "placing" };

describe("that the supplier took it", () => {
  it("places what waits, reopens what has ended, and is told beside what they have", () => {
    expect(courses(placed, true)).toEqual({
      held: asPlacing,
      ready: asPlacing,
      placing: asPlacing,
      in_doubt: { kind: "moves", from: "in_doubt" },
      ...each(atSupplier, { kind: "doubles" }),
      ...each(["cancelled", "rejected"], { kind: "reopens" }),
    });
  });

  it("in an earlier attempt is told beside the later one as well, unless that has brought nothing", () => {
    expect(courses(placed, false)).toEqual({
      held: asPlacing,
      ready: asPlacing,
      ...each(["placing", "in_doubt", ...atSupplier], { kind: "doubles" }),
      ...each(["cancelled", "rejected"], { kind: "reopens" }),
    });
  });

  it("is no news of the number that is known", () => {
    for (const isLatest of [true, false])
      expect(courses(placed, isLatest, "W-7")).toEqual(each([...orderStates], { kind: "stays" }));
  });
});

it("that it did not, or that nobody knows, leads only an order on that has not gone on", () => {
  const leads = (outcome: Outcome, isLatest: boolean) =>
    orderStates.filter(
      (state) => courseOf({ state, supplierOrderId: null }, { outcome, isLatest }).kind === "moves",
    );
  for (const code of ["never-sent", "abandoned"] as const) {
    expect(leads({ code }, true)).toEqual(["placing", "in_doubt"]);
    expect(leads({ code }, false)).toEqual([]);
  }
});
