import { describe, expect, it } from "vitest";

import type { OrderActions } from "../../app/orders/views/order-actions.ts";
import { canBe, isOrderedOneByOne, NO_ACTIONS } from "../../app/routes/app.orders._index/order-row.ts";

describe("a row in the list of orders", () => {
  it.each<[string, Partial<OrderActions>, { inBulk: boolean; oneByOne: boolean }]>([
    ["a loss", { orderAnyway: { costs: {}, lines: [] } }, { inBulk: true, oneByOne: false }],
    ["an unpaid amount", { sendUnpaid: { amount: "5", currency: "EUR" } }, { inBulk: false, oneByOne: true }],
    ["a test order", { sendTestOrder: true }, { inBulk: false, oneByOne: true }],
    ["another reason", { retry: true }, { inBulk: false, oneByOne: false }],
  ])("can be selected for “Order anyway” only if the order is held for a loss: %s", (_, more, offered) => {
    const row = { can: { ...NO_ACTIONS, ...more } };
    expect({ inBulk: canBe("approve", row), oneByOne: isOrderedOneByOne(row) }).toEqual(offered);
  });
});
