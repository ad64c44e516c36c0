/** A merchant acts on several orders at once, from two tabs, and looks for a customer's orders. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { launchChromium } from "../browser/chromium.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase, query } from "../support/database.ts";

/** A folder for screenshots of the pages; without it, none are made. */
const { SCREENSHOTS } = process.env;

let sandbox: Sandbox;
let browser: Browser;
let sku: string;

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database })),
    launchChromium(),
  ]);
  const submit = sandbox.merchant().submit;
  await submit("/app/settings", "routes/app.settings", { intent: "connect", ...sandbox.supplier.account });
  await importProduct(sandbox);
  const [product] = sandbox.shop.shops[0]!.catalog.products.values();
  sku = product!.variants.find(({ item }) => item.sku)!.item.sku!;
});

afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

/** Opens a page of the app in a tab of its own. */
async function tab(path: string) {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 860 },
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });
  page.setDefaultTimeout(60_000);
  await page.goto(`${sandbox.addresses.admin}/store/demo-shop/apps/stockbridge${path}`);
  return { page, frame: page.frameLocator("iframe") };
}

async function screenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await page.screenshot({ path: `${SCREENSHOTS}/bulk-${name}.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SCREENSHOTS}/bulk-${name}-phone.png` });
  await page.setViewportSize({ width: 1440, height: 860 });
}

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

/** Unpaid orders that the merchant has requested: they are held. */
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
  await screenshot(first.page, "preview");
  await first.page.setViewportSize({ width: 390, height: 844 });
  await first.page.setViewportSize({ width: 1440, height: 860 });
  const confirm = { name: "Order anyway (3)" };
  await first.frame.getByRole("dialog", question).getByRole("button", confirm).dblclick();
  await expect.poll(() => first.frame.getByText("Ordering anyway", { exact: true }).count()).toBe(3);
  await screenshot(first.page, "results");
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(3);

  await second.frame.getByRole("dialog", question).getByRole("button", confirm).click();
  await expect.poll(() => second.frame.getByText("Nothing done: the order has changed").count()).toBe(3);
  await second.page.reload();
  await expect.poll(() => second.frame.getByText("Nothing done: the order has changed").count()).toBe(3);
  expect(bought()).toHaveLength(3);
  expect(others).toHaveLength(2);
  await Promise.all([first.page.close(), second.page.close()]);
});

it("finds a customer's orders, and has the name in no address and no table", async () => {
  const names = await heldOrders(1);
  const { page, frame } = await tab("/app/orders?show=completed");
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
  await screenshot(page, "customer");
  await frame.getByRole("button", { name: "Show all orders" }).click();
  await frame.getByText("No completed orders yet").waitFor();
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => /zoltanka|feh/i.test(decodeURIComponent(address)))).toEqual([]);
  await page.close();
});
