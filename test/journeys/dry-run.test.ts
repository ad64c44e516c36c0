/** A merchant tries orders without sending them, then sees on the profit page that nothing was sold. */
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { launchChromium, openPage } from "../browser/chromium.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase, query } from "../support/database.ts";

/** A folder for screenshots of the pages; without it, none are made. */
const { SCREENSHOTS } = process.env;

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
let complaints: string[];
let sku: string;

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database })),
    launchChromium(),
  ]);
  for (const shop of sandbox.shop.shops) shop.searchLag = 0;
  const submit = sandbox.merchant().submit;
  await submit("/app/settings", "routes/app.settings", { intent: "connect", ...sandbox.supplier.account });
  await importProduct(sandbox);
  const [product] = sandbox.shop.shops[0]!.catalog.products.values();
  sku = product!.variants.find(({ item }) => item.sku)!.item.sku!;
  ({ page, complaints } = await openPage(browser));
  frame = page.frameLocator("iframe");
});

afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

async function open(path: string): Promise<void> {
  await page.goto(`${sandbox.addresses.admin}/store/demo-shop/apps/stockbridge${path}`);
}

async function screenshot(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await page.screenshot({ path: `${SCREENSHOTS}/dry-run-${name}.png`, fullPage: true });
}

it("says what would happen to one order, to the latest, and to a number that no order has", async () => {
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

it("sends and records nothing", async () => {
  expect(sandbox.wholesale!.supplier.ledger.orders()).toEqual([]);
  expect(await query(sandbox.databaseUrl, "select from supplier_order")).toEqual([]);
  await open("/app/profit");
  await frame.getByRole("heading", { name: "Profit" }).first().waitFor();
  await screenshot("profit");
});

it("never logs an error in the browser's console, nor a page that differs from the server's", () => {
  expect(complaints).toEqual([]);
});
