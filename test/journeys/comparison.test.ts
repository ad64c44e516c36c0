/** A merchant has the orders compared, and opens the one that differs. */
import { expect, it } from "vitest";

import { startSelling } from "./journey.ts";

const { sandbox, sku, frame, open, screenshot } = await startSelling("comparison");

it("lists what differs, each with a way on", async () => {
  await open("/app/comparison");
  await frame.getByRole("button", { name: "Compare now" }).click();
  await frame.getByText(/^Last compared/).waitFor();
  await frame.getByText("Nothing differs").waitFor();
  await screenshot("nothing");
  expect(sandbox.wholesale!.supplier.ledger.orders()).toEqual([]);

  const order = sandbox.shop.merchant.placeOrder({
    lines: [{ sku, quantity: 1 }],
    paid: false,
  });
  sandbox.shop.merchant.requestFulfillment(order.name);
  const listed = async () => {
    await open("/app/comparison");
    await frame.getByText(/^Last compared/).waitFor();
    return frame.getByText("Orders that need you").count();
  };
  await expect.poll(listed, { timeout: 60_000 }).toBe(1);
  await screenshot("order");
  await frame.getByRole("link", { name: `Open order ${order.name}` }).click();
  await frame.getByRole("heading", { name: order.name }).first().waitFor();
});
