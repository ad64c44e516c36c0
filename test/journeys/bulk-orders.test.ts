/** A merchant acts on several orders at once, from two tabs, and looks for a customer's orders. */
import { expect, it } from "vitest";

import { query } from "../support/database.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, tab } = await startSelling("bulk");

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

/** Places unpaid orders and requests their fulfillment, so that they are held. */
async function heldOrders(count: number): Promise<string[]> {
  const { merchant } = sandbox.shop;
  const customer = { firstName: "Zoltanka", lastName: "Fehérváry", email: "zoltanka@example.com" };
  const names = Array.from(
    { length: count },
    () => merchant.placeOrder({ lines: [{ sku, quantity: 1 }], paid: false, customer }).name,
  );
  for (const name of names) merchant.requestFulfillment(name);
  const held = () =>
    query(
      sandbox.databaseUrl,
      "select from supplier_order where state = 'held' and reason = 'unpaid' and order_name = any($1)",
      [names],
    );
  await expect.poll(async () => (await held()).length, { timeout: 90_000 }).toBe(count);
  return names;
}

it("approves held orders once, from two tabs and by two clicks, and says what became of each", async () => {
  const [name = "", ...others] = await heldOrders(3);
  const [first, second] = await Promise.all([
    tab("/app/orders?show=needs-attention"),
    tab("/app/orders?show=needs-attention"),
  ]);
  const question = { name: "Order 3 orders anyway?" };
  for (const { frame } of [first, second]) {
    await frame.getByText(name, { exact: true }).waitFor();
    await frame.getByText("SKU").first().waitFor();
    await frame.getByLabel("Select all on this page").check();
    await frame.getByRole("button", { name: "Order anyway (3)" }).click();
    await frame.getByRole("dialog", question).getByText(`${name}: `).waitFor();
  }
  // The dialog outlives a change of the window's size.
  await first.screenshot("preview");
  await first.page.setViewportSize({ width: 390, height: 844 });
  await first.page.setViewportSize({ width: 1280, height: 860 });
  const confirm = { name: "Order anyway (3)" };
  await first.frame.getByRole("dialog", question).getByRole("button", confirm).dblclick();
  await expect.poll(() => first.frame.getByText("Ordering anyway", { exact: true }).count()).toBe(3);
  await first.screenshot("results");
  // Pressed before this tab reads its list again, which would no longer have these orders.
  await second.frame.getByRole("dialog", question).getByRole("button", confirm).click();
  await expect.poll(() => second.frame.getByText("Nothing done: the order has changed").count()).toBe(3);
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(3);
  await second.page.reload();
  await expect.poll(() => second.frame.getByText("Nothing done: the order has changed").count()).toBe(3);
  expect(bought()).toHaveLength(3);
  expect(others).toHaveLength(2);
  await Promise.all([first.page.close(), second.page.close()]);
});

it("finds a customer's orders, and leaves the name in no URL and no table", async () => {
  const names = await heldOrders(1);
  const { page, frame, screenshot } = await tab("/app/orders?show=completed");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await frame.getByText("No completed orders yet").waitFor();
  await frame.getByLabel("Search by").selectOption("customer");
  await frame.getByPlaceholder("The customer's name or email").fill("zoltanka fehérváry");
  // Shopify's search knows a new order some seconds later.
  await expect
    .poll(
      async () => {
        await frame.getByRole("button", { name: "Search", exact: true }).click();
        await frame.getByText("Orders in which Shopify found what you searched for").waitFor();
        return frame.getByText(names[0]!, { exact: true }).count();
      },
      { timeout: 30_000, interval: 1000 },
    )
    .toBe(1);
  await screenshot("customer");
  await frame.getByRole("button", { name: "Show all orders" }).click();
  await frame.getByText("No completed orders yet").waitFor();
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => /zoltanka|feh/i.test(decodeURIComponent(address)))).toEqual([]);
  await page.close();
});
