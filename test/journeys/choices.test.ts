/** Express stays Express: a merchant assigns a shipping method that held an order, and decides about an engraving. */
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { launchChromium } from "../browser/chromium.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase } from "../support/database.ts";

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
    viewport: { width: 1280, height: 1000 },
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
  await page.screenshot({ path: `${SCREENSHOTS}/choices-${name}.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${SCREENSHOTS}/choices-${name}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 1000 });
}

async function save(): Promise<void> {
  await page
    .getByRole("region", { name: "Unsaved changes" })
    .getByRole("button", { name: "Save", exact: true })
    .click();
  await frame.getByText("Orders that waited for this continue.").waitFor();
}

/** A customer's order, whose fulfillment the merchant requests. */
function request(
  wish: { shippingLine: string; note?: string; engraving?: string },
  message?: string,
): string {
  const { engraving, ...more } = wish;
  const customAttributes = engraving === undefined ? [] : [{ key: "Engraving", value: engraving }];
  const { name } = sandbox.shop.merchant.placeOrder({
    lines: [{ sku, quantity: 1, customAttributes }],
    ...more,
  });
  sandbox.shop.merchant.requestFulfillment(name, undefined, message ?? null);
  return name;
}

/** The supplier's own ledger. */
function bought() {
  return sandbox.wholesale!.supplier.ledger.orders();
}

it("sends an Express order as Express, with its note and its engraving", async () => {
  await open("/app/settings");
  await frame.getByRole("link", { name: "Manage shipping methods and notes" }).click();
  await frame.getByLabel("Hold orders whose method isn't assigned").check();
  await frame.getByLabel("Also send your customer's note").check();
  await save();
  await screenshot("first");

  const name = request({ shippingLine: "Express", note: "Ring twice", engraving: "For Ada" }, "Pack well");
  await open("/app/orders");
  await frame.getByRole("link", { name, exact: true }).click();
  await frame.getByText("Your customer chose the shipping method “Express”.").first().waitFor();
  await screenshot("held");
  expect(bought()).toEqual([]);

  await frame.getByRole("link", { name: "Assign shipping methods" }).click();
  await frame.getByLabel("Express", { exact: true }).selectOption({ label: "A method of your supplier…" });
  await frame.getByLabel("Your supplier's name for “Express”").fill("EXPRESS-24");
  await save();
  await screenshot("assigned");
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(1);
  expect(bought()).toMatchObject([
    {
      shippingMethod: "EXPRESS-24",
      note: "Pack well\n\nRing twice",
      lines: [{ note: "Engraving: For Ada" }],
    },
  ]);
});

it("asks once what happens with an engraving that the supplier does not take", async () => {
  const engraving = "For Ada, ".repeat(40).trim();
  const name = request({ shippingLine: "EXPRESS", engraving });
  await open("/app/orders");
  await frame.getByRole("link", { name, exact: true }).click();
  await frame.getByRole("heading", { name: "Your customer's text in Shopify" }).waitFor();
  await screenshot("texts");
  await frame.getByRole("button", { name: "Send it in the order's note" }).click();
  await frame.getByText("Saved for this product").waitFor();
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(2);
  request({ shippingLine: "Express", engraving });
  await expect.poll(() => bought().length, { timeout: 30_000 }).toBe(3);
  for (const order of bought().slice(1))
    expect(order).toMatchObject({
      shippingMethod: "EXPRESS-24",
      note: expect.stringContaining(`Engraving: ${engraving}`),
      lines: [{ note: null }],
    });
  await open("/app/methods");
  await frame.getByRole("button", { name: /^Ask me again about “Engraving” of / }).click();
  await frame.getByText("The next order with this text waits for your decision").waitFor();
});
