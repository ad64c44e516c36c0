/** A merchant acts on several orders at once, from two tabs, and looks for a customer's orders. */
import { expect, it } from "vitest";

import { hydrated } from "../browser/hydrated.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { query } from "../support/database.ts";
import { startSelling } from "./journey.ts";

const { sandbox, sku, tab } = await startSelling("bulk");

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

/** Places orders and requests their fulfillment. Each is held, because it is unpaid or costs more than it earns. */
async function heldOrders(count: number, reason: "unpaid" | "below-cost"): Promise<string[]> {
  const { merchant } = sandbox.shop;
  const customer = { firstName: "Zoltanka", lastName: "Fehérváry", email: "zoltanka@example.com" };
  const names = Array.from({ length: count }, () => {
    const lines = [{ sku, quantity: 1 }];
    return merchant.placeOrder({ lines, paid: reason !== "unpaid", customer, money: { shipping: 0 } }).name;
  });
  for (const name of names) merchant.requestFulfillment(name);
  const held = () =>
    query(
      sandbox.databaseUrl,
      "select from supplier_order where state = 'held' and reason = $2 and order_name = any($1)",
      [names, reason],
    );
  await expect.poll(async () => (await held()).length).toBe(count);
  return names;
}

/** Sells the product for less than it costs. */
function sellAtALoss(): void {
  const { merchant, shops } = sandbox.shop;
  const products = shops.flatMap(({ catalog }) => [...catalog.products.values()]);
  const product = products.find(({ variants }) => variants.some(({ item }) => item.sku === sku))!;
  const variants = product.variants.map(({ id }) => ({ id: gid("ProductVariant", id), price: "0.10" }));
  merchant.editProduct(gid("Product", product.id), { variants });
}

it("buys held orders once if two tabs and a double click approve them, leaves out an unpaid one, and shows each order's result", async () => {
  const [unpaid = ""] = await heldOrders(1, "unpaid");
  sellAtALoss();
  const [name = "", ...others] = await heldOrders(3, "below-cost");
  const [first, second] = await Promise.all([
    tab("/app/orders?show=needs-attention"),
    tab("/app/orders?show=needs-attention"),
  ]);
  const question = { name: "Place 3 orders anyway?" };
  for (const { frame } of [first, second]) {
    await frame.getByText(name, { exact: true }).waitFor();
    await frame.getByText("SKU").first().waitFor();
    const leftOut = frame.getByText("1 order isn't fully paid or is a test order: open it to order it.");
    await frame.getByLabel(`Select ${unpaid}`, { exact: true }).check();
    // Nothing can be ordered, so there is no preview that could say it.
    await leftOut.waitFor();
    await frame.getByLabel(`Select ${unpaid}`, { exact: true }).uncheck();
    await frame.getByLabel("Select all on this page").check();
    await expect.poll(() => leftOut.count()).toBe(0);
    await frame.getByRole("button", { name: "Order anyway (3)" }).click();
    await frame.getByRole("dialog", question).getByText(`${name}: `).waitFor();
    await frame.getByRole("dialog", question).getByText("1 order isn't fully paid").waitFor();
    expect(await frame.getByRole("dialog", question).getByText(`${unpaid}: `).count()).toBe(0);
  }
  // The dialog outlives a change of the window's size.
  await first.screenshot("preview");
  await first.page.setViewportSize({ width: 390, height: 844 });
  await first.page.setViewportSize({ width: 1280, height: 860 });
  const confirm = { name: "Order anyway (3)" };
  await first.frame.getByRole("dialog", question).getByRole("button", confirm).dblclick();
  const results = first.frame.locator("[data-results]");
  const gone = results.locator("li").filter({ hasText: /Ordering anyway|Ordered/ });
  await expect.poll(() => gone.count()).toBe(3);
  const isSeen = (card: Element) => {
    const { top } = card.getBoundingClientRect();
    return card === document.activeElement && top >= 0 && top < innerHeight;
  };
  await expect.poll(() => results.evaluate(isSeen)).toBe(true);
  await first.screenshot("results");
  // Pressed before this tab reads its list again, which would no longer have these orders.
  await second.page.setViewportSize({ width: 375, height: 700 });
  await second.frame.getByRole("dialog", question).getByRole("button", confirm).click();
  await expect.poll(() => second.frame.getByText("Nothing done: the order has changed").count()).toBe(3);
  await expect.poll(() => second.frame.locator("[data-results]").evaluate(isSeen)).toBe(true);
  await expect.poll(() => bought().length).toBe(3);
  await second.page.reload();
  await hydrated(second.page);
  await expect.poll(() => second.frame.getByText("Nothing done: the order has changed").count()).toBe(3);
  expect(bought()).toHaveLength(3);
  await second.frame.getByText("Dismiss", { exact: true }).click();
  await expect.poll(() => second.frame.locator("[data-results]").count()).toBe(0);
  await second.page.reload();
  await second.frame.getByText(unpaid, { exact: true }).waitFor();
  expect(await second.frame.locator("[data-results]").count()).toBe(0);
  expect(others).toHaveLength(2);
  await Promise.all([first.page.close(), second.page.close()]);
});

it("finds a customer's orders by the customer's name, and puts the name into no URL", async () => {
  const names = await heldOrders(1, "unpaid");
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
      { interval: 1000 },
    )
    .toBe(1);
  await screenshot("customer");
  await frame.getByRole("button", { name: "Show all orders" }).click();
  await frame.getByText("No completed orders yet").waitFor();
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => /zoltanka|feh/i.test(decodeURIComponent(address)))).toEqual([]);
  await page.close();
});
