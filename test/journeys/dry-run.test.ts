/** A merchant tries orders without sending them, then sees on the profit page that nothing was sold. */
import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, frame, open, screenshot } = await startSelling("dry-run");
for (const shop of sandbox.shop.shops) shop.searchLag = 0;

it("says what would happen to one order and to the latest orders, and reports a number that no order has", async () => {
  const place = (quantity: number) => sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity }] });
  const [first, second] = [place(1), place(2)];
  await open("/app/dry-run");
  const number = frame.getByLabel("Order number");
  const tryOne = frame.getByRole("button", { name: "Try this order" });
  await number.fill(first.name);
  await tryOne.click();
  await frame.getByText("Would be ordered").waitFor();
  await frame.getByText("automatic ordering is off. Once you send it, this happens:").waitFor();
  await screenshot("one");

  await frame.getByRole("button", { name: "Try the last 20 orders" }).click();
  await expect.poll(() => frame.getByText("Would be ordered").count()).toBe(2);
  await frame.getByText(second.name).first().waitFor();
  await screenshot("latest");

  await number.fill("#' or name:*");
  await tryOne.click();
  await frame.getByText(/^No order #' or name:\*/).waitFor();
  await screenshot("unknown");
});

it("sends and records no order in a dry run", async () => {
  expect(sandbox.wholesale!.supplier.ledger.orders()).toEqual([]);
  expect(await query(sandbox.databaseUrl, "select from supplier_order")).toEqual([]);
  await open("/app/profit");
  await frame.getByRole("heading", { name: "Profit" }).first().waitFor();
  await screenshot("profit");
});
