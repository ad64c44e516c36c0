/** A merchant sends paid orders to the supplier that were never requested, from the tab "To send". */
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
  await page.screenshot({ path: `${SCREENSHOTS}/to-send-${name}.png` });
  // A dialog closes when the table changes its form.
  if (name.startsWith("preview")) return;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SCREENSHOTS}/to-send-${name}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 860 });
}

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

it("shows paid orders whose fulfillment was not requested, and sends each to the supplier once", async () => {
  const orders = [1, 2, 3].map((quantity) =>
    sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity }] }),
  );
  const waiting = () => query(sandbox.databaseUrl, "select from unrequested_order");
  await expect.poll(waiting, { timeout: 90_000 }).toHaveLength(3);
  await open("/app");
  await frame.getByRole("link", { name: "3 paid orders wait to be sent" }).waitFor();
  await screenshot("home");
  await frame.getByRole("link", { name: "3 paid orders wait to be sent" }).click();
  await frame.getByText(orders[0]!.name, { exact: true }).waitFor();
  await screenshot("list");

  await frame.getByRole("button", { name: `Send ${orders[0]!.name} to supplier` }).click();
  const dialog = frame.getByRole("dialog", { name: "Send 1 order to your supplier?" });
  await dialog.getByText("Expected profit").waitFor();
  await screenshot("preview-one");
  await dialog.getByRole("button", { name: "Send to supplier" }).click();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await frame.getByText("Nothing was sent").waitFor();
  await screenshot("declined");
  expect(bought()).toEqual([]);

  await frame.getByRole("button", { name: `Send ${orders[0]!.name} to supplier` }).click();
  await dialog.getByRole("button", { name: "Send to supplier" }).dblclick();
  await question.getByRole("button", { name: "Update" }).click();
  await frame.getByText("Sent. Open the order to see its progress.").waitFor();
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(1);
  await screenshot("sent");

  await frame.getByLabel("Select all on this page").check();
  await frame.getByRole("button", { name: "Send 2 orders to supplier" }).click();
  const both = frame.getByRole("dialog", { name: "Send 2 orders to your supplier?" });
  await screenshot("preview");
  sandbox.shop.merchant.cancelOrder(orders[1]!.name);
  await both.getByRole("button", { name: "Send to supplier" }).click();
  await frame.getByText("Not sent. Changed meanwhile: the order is canceled.").waitFor();
  await frame.getByText("Sent. Open the order to see its progress.").waitFor();
  await frame.getByText("Nothing to send").waitFor();
  await screenshot("results");
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(2);
  expect(bought().map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1], [3]]);
});

it("never logs an error in the browser's console, nor a page that differs from the server's", () => {
  expect(complaints).toEqual([]);
});
