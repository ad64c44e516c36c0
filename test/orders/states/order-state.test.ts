import { describe, expect, it } from "vitest";

import {
  advance,
  atSupplierStates,
  countedStates,
  endedStates,
  hasArrived,
  mayMove,
  type OrderState,
  orderStates,
  unclearStates,
  unsentStates,
} from "../../../app/orders/states/order-state.ts";
import type { OrderStatus } from "../../../app/wholesale/resources.ts";

describe("the transitions of an order", () => {
  const allowed: [OrderState, OrderState[]][] = [
    ["held", ["ready", "canceled"]],
    ["ready", ["held", "placing", "canceled"]],
    ["placing", ["held", "ready", "in_doubt", "placed"]],
    ["in_doubt", ["held", "ready", "placed"]],
    ["placed", ["partially_shipped", "shipped", "delivered", "canceled", "rejected"]],
    ["partially_shipped", ["shipped", "delivered"]],
    ["shipped", ["delivered"]],
    ["delivered", []],
    ["canceled", ["ready"]],
    ["rejected", ["ready"]],
  ];
  it.each(allowed)("lead from %s to %j, and nowhere else", (from, to) => {
    expect(orderStates.filter((each) => mayMove(from, each)).toSorted()).toEqual(to.toSorted());
  });

  it("are listed for every state", () => {
    expect(allowed.map(([from]) => from)).toEqual([...orderStates]);
  });

  it("lead to “placed” only from “placing” and “in_doubt”", () => {
    for (const from of orderStates.filter((each) => !["placing", "in_doubt"].includes(each))) {
      expect(mayMove(from, "placed")).toBe(false);
    }
  });
});

describe("the supplier's status of an order", () => {
  const moves: [OrderState, OrderStatus, OrderState][] = [
    ["placed", "received", "placed"],
    ["placed", "processing", "placed"],
    ["placed", "partially_shipped", "partially_shipped"],
    ["placed", "shipped", "shipped"],
    ["placed", "delivered", "delivered"],
    ["placed", "cancelled", "canceled"],
    ["placed", "rejected", "rejected"],
    ["partially_shipped", "processing", "partially_shipped"],
    ["partially_shipped", "shipped", "shipped"],
    // Shipped pieces stay ordered: otherwise they would count as free and be bought again.
    ["partially_shipped", "cancelled", "partially_shipped"],
    ["shipped", "received", "shipped"],
    ["shipped", "partially_shipped", "shipped"],
    ["shipped", "cancelled", "shipped"],
    ["shipped", "delivered", "delivered"],
    ["delivered", "shipped", "delivered"],
    ["canceled", "received", "canceled"],
    ["canceled", "shipped", "canceled"],
    ["rejected", "processing", "rejected"],
  ];
  it.each(moves)("moves an order that is %s, by the status %s, to %s", (from, status, to) => {
    expect(advance(from, status)).toBe(to);
  });

  it("never moves an order that our records do not show as placed", () => {
    for (const from of orderStates.filter((each) => !hasArrived(each))) {
      for (const status of ["received", "shipped", "delivered", "cancelled"] as const) {
        expect(advance(from, status)).toBe(from);
      }
    }
  });
});

it("counts every order as bought if the supplier has it or may have it", () => {
  expect(countedStates.filter((each) => !hasArrived(each))).toEqual(["placing", "in_doubt"]);
});

it("gives every state exactly one kind: unsent, unclear, with the supplier, or ended", () => {
  const kinds = [...unsentStates, ...unclearStates, ...atSupplierStates, ...endedStates];
  expect(kinds.toSorted()).toEqual([...orderStates].toSorted());
});
