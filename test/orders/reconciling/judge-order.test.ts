import { expect, it } from "vitest";

import { judgeOrder } from "../../../app/orders/reconciling/compare-orders.server.ts";
import { orderStates, type OrderState } from "../../../app/orders/states/order-state.ts";
import type { Order, OrderStatus, SupplierOrderId } from "../../../app/wholesale/resources.ts";

function found(status: OrderStatus): Order {
  const unknown = { cost: null, placedAt: null, updatedAt: null };
  return {
    id: "this one" as SupplierOrderId,
    reference: "SB1-7-1",
    status,
    lines: [],
    shipments: [],
    ...unknown,
  };
}

function judgements(
  status: OrderStatus,
  id: string | null,
  second: string | null = null,
  { earlier = [], shipments = [] }: { earlier?: string[]; shipments?: Order["shipments"] } = {},
) {
  const known = {
    supplierOrderId: id as SupplierOrderId | null,
    secondSupplierOrderId: second as SupplierOrderId | null,
    earlierSupplierOrders: earlier,
  };
  const judge = (state: OrderState) => judgeOrder({ ...found(status), shipments }, { state, ...known });
  return Object.fromEntries(orderStates.map((state) => [state, judge(state)]));
}

it("judges a supplier's open order by the state and the number of the row with its reference", () => {
  const elsewhere = {
    held: "pending-locally",
    ready: "pending-locally",
    placing: "fine",
    in_doubt: "resolves-doubt",
    canceled: "closed-locally",
    rejected: "closed-locally",
  };
  const ours = { placed: "fine", partially_shipped: "fine", shipped: "fine", delivered: "fine" };
  const others = { placed: "second", partially_shipped: "second", shipped: "second", delivered: "second" };
  for (const status of [
    "received",
    "processing",
    "partially_shipped",
    "shipped",
    "delivered",
  ] satisfies OrderStatus[]) {
    expect(judgements(status, "this one")).toEqual({ ...elsewhere, ...ours });
    expect(judgements(status, "another one")).toEqual({ ...elsewhere, ...others });
    expect(judgeOrder(found(status), null)).toBe("unknown");
  }
});

it("reports a known duplicate only once the duplicate has ended", () => {
  expect(judgements("received", "another one", "this one")).toMatchObject({
    placed: "fine",
    shipped: "fine",
  });
  expect(judgements("cancelled", "another one", "this one")).toMatchObject({ placed: "second-ended" });
  expect(judgements("received", "another one", "a third one")).toMatchObject({ placed: "second" });
});

it("reports a supplier's ended order only for an order in doubt", () => {
  for (const status of ["cancelled", "rejected"] satisfies OrderStatus[]) {
    const { in_doubt: doubt, ...others } = judgements(status, "another one");
    expect(doubt).toBe("resolves-doubt");
    expect(new Set(Object.values(others))).toEqual(new Set(["fine"]));
    expect(judgeOrder(found(status), null)).toBe("fine");
  }
});

it("reports a supplier's order that a second order has replaced only if the first one is open again", () => {
  const shipments = [{ id: "1" }] as Order["shipments"];
  const after = { earlier: ["this one"], shipments };
  expect(judgements("cancelled", "another one", null, after)).toMatchObject({ partially_shipped: "fine" });
  expect(judgements("processing", "another one", null, after)).toMatchObject({ partially_shipped: "second" });
});
