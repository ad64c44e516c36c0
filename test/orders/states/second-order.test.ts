import { expect, it } from "vitest";

import { changeToSecond } from "../../../app/orders/states/second-order.ts";

it("an order stands for the second one only where there is one", () => {
  expect(changeToSecond({ secondSupplierOrderId: null, reason: "second-there" })).toBeNull();
});

it("what was said of the first is over, and what the order waits for in the shop is not", () => {
  const after = (reason: string | null) => changeToSecond({ secondSupplierOrderId: "W-2", reason });
  const stands = { supplierOrderId: "W-2", secondSupplierOrderId: null };
  for (const reason of [null, "second-there", "update-differs", "changed-in-shop"])
    expect(after(reason)).toMatchObject({ ...stands, reason: null, acknowledgedReason: null });
  for (const reason of ["not-accepted", "shop-unreachable", "access-lost"]) {
    expect(after(reason)).toMatchObject(stands);
    expect(after(reason)).not.toHaveProperty("reason");
  }
});
