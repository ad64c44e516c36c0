/** A merchant delays automatic ordering, cancels one order in time, and finds on the other's page why it was bought. */
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { launchChromium } from "../browser/chromium.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase, query } from "../support/database.ts";
import { timePasses } from "../support/time-passes.ts";

/** A folder for screenshots of the pages; without it, none are made. */
const { SCREENSHOTS } = process.env;

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
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
  page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
  });
  page.setDefaultTimeout(60_000);
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
  await page.screenshot({ path: `${SCREENSHOTS}/rules-${name}.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SCREENSHOTS}/rules-${name}-phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 860 });
}

function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

it("delays orders by the merchant's rules, and buys only the one that is not canceled meanwhile", async () => {
  await open("/app/settings");
  await frame.getByLabel("Request fulfillment for every paid order").click();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  await question.getByRole("button", { name: "Update" }).click();
  await frame.getByText(/^On since /).waitFor();

  await frame.getByRole("link", { name: "Rules: delays, limits, and orders that wait for you" }).click();
  await frame.getByText("There are no orders with your supplier's products").waitFor();
  await frame.getByLabel("Delay", { exact: true }).selectOption("15 minutes");
  await page.getByRole("button", { name: "Save" }).click();
  await frame.getByText("Rules saved").waitFor();

  const place = (quantity: number) => sandbox.shop.merchant.placeOrder({ lines: [{ sku, quantity }] });
  const [kept, canceled] = [place(1), place(2)];
  const delayed = () =>
    query(
      sandbox.databaseUrl,
      "select from unrequested_order where kept_because is not null and left_at is null",
    );
  await expect.poll(delayed, { timeout: 30_000 }).toHaveLength(2);
  await open("/app/orders?show=to-send");
  await frame.getByText("Waits because of your delay of 15 minutes.").first().waitFor();
  await frame.getByText("Send anyway").first().waitFor();
  await screenshot("to-send");

  await open("/app/rules");
  await frame.getByText("2 orders: 0 sent automatically, 2 held or still waiting.").waitFor();
  await frame.getByLabel("Delay", { exact: true }).selectOption("No delay");
  await frame.getByText("2 orders: 2 sent automatically, 0 held or still waiting.").waitFor();
  await screenshot("preview");
  await page.getByRole("button", { name: "Discard" }).click();

  sandbox.shop.merchant.cancelOrder(canceled.name);
  for (const { domain } of sandbox.shop.shops) await timePasses(domain, 16 * 60, sandbox.databaseUrl);
  await expect.poll(() => bought().length, { timeout: 90_000 }).toBe(1);
  await expect.poll(delayed, { timeout: 90_000 }).toHaveLength(0);
  expect(bought().map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1]]);

  await open("/app/orders");
  await frame.getByRole("link", { name: kept.name, exact: true }).click();
  await frame.getByText("by version 1 of your rules:").waitFor();
  await frame.getByText("Your delay of 15 minutes had ended.").waitFor();
  await screenshot("order");
});
