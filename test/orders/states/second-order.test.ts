import { describe, expect, it } from "vitest";

import { changeToSecond } from "../../../app/orders/store/end-order.server.ts";

describe("changeToSecond", () => {
  const order = {
    supplierOrderId: "W-1",
    secondSupplierOrderId: "W-2",
    earlierSupplierOrders: ["W-0"],
    reason: "duplicate-at-supplier",
    differences: [],
  };

  it("returns null unless the supplier has two orders", () => {
    expect(changeToSecond({ ...order, secondSupplierOrderId: null })).toBeNull();
  });

  it("clears reasons about the first order, and keeps the reasons why the order waits for the shop", () => {
    const after = (reason: string | null) => changeToSecond({ ...order, reason });
    const stands = {
      supplierOrderId: "W-2",
      secondSupplierOrderId: null,
      earlierSupplierOrders: ["W-0", "W-1"],
    };
    for (const reason of [null, "duplicate-at-supplier", "update-differs", "changed-in-shop"])
      expect(after(reason)).toMatchObject({ ...stands, reason: null, acknowledgedReason: null });
    for (const reason of ["not-accepted", "shop-unreachable", "access-lost"]) {
      expect(after(reason)).toMatchObject(stands);
      expect(after(reason)).not.toHaveProperty("reason");
    }
  });
});
