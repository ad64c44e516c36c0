import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launchChromium, openPage } from "../browser/chromium.ts";
import { hydrated } from "../browser/hydrated.ts";
import { launchAddress } from "../sandbox/admin/launch-address.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { totalAvailable } from "../sandbox/shop/stock/stock.ts";
import { freshDatabase } from "../support/database.ts";

/** A folder for screenshots of the pages; without it, none are made. */
const { SCREENSHOTS } = process.env;

let sandbox: Sandbox;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
let complaints: string[];

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database })),
    launchChromium(),
  ]);
  ({ page, complaints } = await openPage(browser));
  frame = page.frameLocator("iframe");
});

afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

let shots = 0;
async function screenshot(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await page.screenshot({ path: `${SCREENSHOTS}/${String(++shots).padStart(2, "0")}-${name}.png` });
}

/** Returns the pixels by which the page is wider than its window. */
function sideways(): Promise<number> {
  return frame.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
}

async function openByMenu(name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name }).click();
}

/** The row of an order on the orders page. */
function rowOf(name: string) {
  return frame.getByRole("row").filter({ hasText: name });
}

/** The supplier's own book. */
function ledger() {
  return sandbox.wholesale?.supplier.ledger.orders() ?? [];
}

function importedSku(): string {
  const variants = sandbox.shop.merchant.products().flatMap((product) => product.variants);
  return variants.find(({ sku, available }) => sku !== null && available > 1)?.sku ?? "";
}

/** Says on the page that the merchant has deleted the one key that is listed. */
async function takeOffTheList(): Promise<void> {
  await frame.getByRole("button", { name: /^Mark as deleted: / }).click();
  await frame.getByRole("button", { name: "Remove from list" }).click();
  await expect.poll(() => frame.getByText("Keys to delete on your supplier's site").count()).toBe(0);
}

/** Pieces of the supplier's products that the shop's customers can order. */
function onSale(): number {
  const products = [...(sandbox.shop.shops[0]?.catalog.products.values() ?? [])];
  return products
    .flatMap(({ variants }) => variants)
    .reduce((sum, { item }) => sum + totalAvailable(item), 0);
}

function unsaved() {
  return page.getByRole("region", { name: "Unsaved changes" });
}

// Each test continues where the previous one ended.
describe("a merchant in a real browser", () => {
  it("opens the app in the admin and is invited to connect", async () => {
    await page.goto(sandbox.addresses.admin);
    await frame.getByRole("heading", { name: "Connect your reseller account" }).waitFor();
    await hydrated(page);
    await screenshot("home");
    await openByMenu("Catalog");
    await frame.getByText("Connect your reseller account first").waitFor();
    await screenshot("catalogue-not-connected");
  });

  it("is safe from injected markup, and no cache keeps the page", async () => {
    const app = page.frames().find((each) => each.url().startsWith(sandbox.addresses.app));
    await app?.evaluate(
      `document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.ran = true'>")`,
    );
    await expect.poll(() => complaints.splice(0).join()).toMatch(/Content Security Policy/);
    expect(await app?.evaluate("window.ran")).toBeUndefined();

    const token = await sandbox.shop.sessionToken();
    const launched = { path: "/app", shop: "demo-shop.myshopify.com", token, now: new Date() };
    const { headers } = await page.request
      .get(launchAddress({ appOrigin: sandbox.addresses.app, ...launched }))
      .then((response) => ({ headers: response.headers() }));
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; script-src 'self' 'nonce-[\w+/=]{24}' https:\/\/cdn\.shopify\.com; .*frame-ancestors https:\/\/demo-shop\.myshopify\.com /,
      ),
    });
    // A browser accepts HSTS only over https.
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  it("sees a missing value at its field", async () => {
    await openByMenu("Settings");
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByText("Enter the email address of your reseller account.").waitFor();
    await frame.getByText("Enter the password of your reseller account.").waitFor();
    await screenshot("settings-empty");
  });

  it("sees that the password is wrong", async () => {
    await frame.getByLabel("Email").fill(sandbox.supplier.account.email);
    await frame.getByLabel("Password").fill("not-the-password");
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByText("Your supplier didn't accept this email and password").waitFor();
    await screenshot("settings-wrong-password");
  });

  it("connects, and sees the new key", async () => {
    await frame.getByLabel("Password").fill(sandbox.supplier.account.password);
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByRole("heading", { name: /^Connected to/ }).waitFor();
    await frame
      .getByText(/^Stockbridge demo-shop\.myshopify\.com/)
      .first()
      .waitFor();
    await screenshot("settings-connected");
    await frame.getByRole("button", { name: "Test connection" }).click();
    await frame.getByText("The connection works").waitFor();
    await screenshot("settings-tested");
  });

  it("pages through the supplier's products and back", async () => {
    await openByMenu("Catalog");
    const rows = frame.getByRole("row");
    await rows.nth(20).waitFor();
    const first = await rows.nth(1).innerText();
    await screenshot("catalogue");
    await frame.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => rows.nth(1).innerText()).not.toBe(first);
    await screenshot("catalogue-second-page");
    await frame.getByRole("button", { name: "Previous" }).click();
    await expect.poll(() => rows.nth(1).innerText()).toBe(first);
  });

  it("reloads a page deep in the app and stays there", async () => {
    expect(page.url()).toContain("/catalog");
    await page.reload();
    await frame.getByRole("row").nth(20).waitFor();
    await hydrated(page);
  });

  it("previews an import of all matching products, on a phone as well", async () => {
    const list = page.url();
    await frame.locator("thead input[type=checkbox]").first().click({ force: true });
    await screenshot("catalogue-page-ticked");
    await frame.getByRole("button", { name: /^Select all [\d,]+ that match$/ }).click();
    await frame.getByText("All products that match are selected.").waitFor();
    await screenshot("catalogue-all-ticked");
    await frame.getByRole("button", { name: "Import…" }).first().click();
    await frame.getByText(/^[\d,]{3,} new products will be created$/).waitFor();
    await screenshot("import-preview-all");
    await page.setViewportSize({ width: 360, height: 740 });
    await screenshot("import-preview-narrow");
    expect(await sideways()).toBe(0);
    await page.goto(list);
    await frame.getByRole("link", { name: "Import all…" }).waitFor();
    await screenshot("catalogue-narrow");
    expect(await sideways()).toBe(0);
    await frame.getByLabel("Select all on this page").check();
    await frame.getByRole("button", { name: /^Select all [\d,]+ that match$/ }).click();
    await frame.getByText("All products that match are selected.").waitFor();
    await screenshot("catalogue-all-ticked-narrow");
    expect(await sideways()).toBe(0);
    await frame.getByRole("button", { name: "Import…" }).first().click();
    await frame.getByText(/^[\d,]{3,} new products will be created$/).waitFor();
    await page.goto(list);
    await frame.getByRole("link", { name: "Import all…" }).click();
    await frame.getByText(/^[\d,]{3,} new products will be created$/).waitFor();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it("selects products, imports them, and sees them arrive in the shop", async () => {
    await openByMenu("Catalog");
    await frame.getByRole("row").nth(20).waitFor();
    const boxes = frame.locator("tbody input[type=checkbox]:not([disabled])");
    for (const index of [0, 1]) await boxes.nth(index).check({ force: true });
    await screenshot("catalogue-ticked");
    await frame.getByRole("button", { name: "Import…" }).first().click();
    await frame.getByText("2 new products will be created").waitFor();
    await screenshot("import-preview");
    await frame.getByRole("button", { name: "Import 2 products" }).click();
    await frame.getByText("2 of 2 products done").waitFor();
    await screenshot("import-progress");
    await page.setViewportSize({ width: 360, height: 740 });
    await screenshot("import-progress-narrow");
    expect(await sideways()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 860 });
    await openByMenu("Catalog");
    const badges = frame.locator("tbody").getByText("In your shop", { exact: true });
    await expect.poll(() => badges.count()).toBe(2);
    await screenshot("catalogue-imported");
    expect(sandbox.shop.shops[0]?.catalog.products.size).toBe(2);
    await frame.locator("tbody tr").first().getByRole("link").first().click();
    await frame.getByRole("link", { name: "Import again" }).click();
    await frame.getByText("1 product in your shop will be updated").waitFor();
    await screenshot("import-preview-update");
    await openByMenu("Catalog");
  });

  it("searches for a product", async () => {
    const name = await frame.getByRole("row").nth(4).getByRole("cell").nth(2).innerText();
    await frame.getByLabel("Search products").fill(name.split("\n")[0] ?? "");
    await page.keyboard.press("Enter");
    await expect.poll(() => frame.getByRole("row").count()).toBe(2);
    await screenshot("catalogue-found");
  });

  it("sets price rules, previews them on real products, and applies them to imported ones", async () => {
    await frame
      .getByRole("button", { name: "Prices" })
      .or(frame.getByRole("link", { name: "Prices" }))
      .click();
    await frame
      .getByText(/^Sells for/)
      .nth(3)
      .waitFor();
    await screenshot("prices");
    await frame.getByLabel("Percentage on top").fill("1.234");
    await frame.getByText("could mean 1234 or 1.234").waitFor();
    await screenshot("prices-ambiguous");
    await frame.getByLabel("Percentage on top").fill(" 12,5 % ");
    await frame.getByLabel("Try a cost").fill("100");
    await frame.getByText("Sells for €112.50").waitFor();
    await frame.getByLabel("Round up to").selectOption("99");
    await frame.getByText("Sells for €112.99").waitFor();
    await screenshot("prices-preview");
    await unsaved().getByRole("button", { name: "Save" }).click();
    await unsaved().waitFor({ state: "hidden" });
    await frame.getByText("2 products in your shop still follow earlier rules").waitFor();
    expect(await frame.getByLabel("Percentage on top").inputValue()).toBe("12.5");
    await frame.getByRole("button", { name: "Preview new prices" }).click();
    await frame.getByRole("button", { name: "Apply to 2 products" }).waitFor();
    await screenshot("prices-review");
    await frame.getByRole("button", { name: "Apply to 2 products" }).click();
    await frame.getByText("The new rules apply").waitFor();
    await screenshot("prices-applied");
  });

  it("enters ranges by cost on a narrow screen without scrolling sideways", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await frame.getByLabel("How the price is made").selectOption("ranges");
    await frame.getByLabel("Costs up to").first().fill("10");
    await frame.getByLabel("Costs up to").last().fill("5");
    await frame.getByText("This range overlaps the one before it").waitFor();
    await screenshot("prices-narrow");
    expect(await sideways()).toBe(0);
    await unsaved().getByRole("button", { name: "Discard" }).click();
    await unsaved().waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  it("enters the brand for packages, and sees invalid values at their fields", async () => {
    await openByMenu("Branding");
    await frame.getByText("Not published yet").waitFor();
    await screenshot("branding-new");
    await frame.getByLabel("Brand name").fill("Größe & Söhne");
    await frame.getByLabel("Primary color", { exact: true }).fill("#0a5c36");
    await frame.getByLabel("Packing slip message").fill("Thank you!\nWe hope you like it.");
    await frame.getByLabel("Return address").fill("Königstraße 12a\n50667 Köln\nGermany");
    await frame.getByLabel("Support email").fill("help at example");
    await frame.locator("input[type=file]").setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from("<html><script>alert(1)</script></html>"),
    });
    await frame.getByText("This isn't a PNG, JPEG, or SVG image").waitFor();
    await frame.locator("input[type=file]").setInputFiles("public/favicon.svg");
    await frame.getByRole("button", { name: "Remove logo" }).waitFor();
    await unsaved().getByRole("button", { name: "Save" }).click();
    await frame.getByText("Enter an email address such as help@example.com.").waitFor();
    await screenshot("branding-problem");
  });

  it("saves the brand as a draft, and publishes it", async () => {
    await frame.getByLabel("Support email").fill("help@example.com");
    await unsaved().getByRole("button", { name: "Save" }).click();
    await frame.getByText("Draft, not published").waitFor();
    await unsaved().waitFor({ state: "hidden" });
    await screenshot("branding-draft");
    await frame.getByRole("button", { name: "Publish" }).click();
    await frame.getByText("Published as version 1").waitFor();
    await frame.getByText("Version 1", { exact: true }).waitFor();
    expect(sandbox.wholesale?.supplier.branding.read()).toMatchObject({
      brandName: "Größe & Söhne",
      logo: expect.stringMatching(/^data:image\/png;base64,/) as string,
      returnAddress: "Königstraße 12a\n50667 Köln\nGermany",
    });
    await screenshot("branding-published");
  });

  it("requests fulfillment for a customer's order, which the supplier gets", async () => {
    const { merchant } = sandbox.shop;
    const lines = [{ sku: importedSku(), quantity: 2 }];
    const { name } = merchant.placeOrder({ lines });
    const unpaid = merchant.placeOrder({ lines, paid: false });
    for (const each of [name, unpaid.name]) merchant.requestFulfillment(each);
    await openByMenu("Orders");
    await rowOf(name).getByText("Ordered", { exact: true }).waitFor();
    await rowOf(unpaid.name).getByText("Not paid").waitFor();
    await screenshot("orders");
    expect(ledger()).toMatchObject([
      { lines: [{ quantity: 2 }], whiteLabel: true, shipTo: { name: "Erika Mustermann" } },
    ]);
    await expect
      .poll(() => merchant.order(name).fulfillmentOrders)
      .toMatchObject([{ status: "IN_PROGRESS", requestStatus: "ACCEPTED" }]);
    await frame.getByRole("link", { name: unpaid.name }).click();
    await frame.getByText("The order isn't paid in full").waitFor();
    await frame.getByRole("button", { name: "Try again" }).waitFor();
    await screenshot("order-held");
  });

  it("follows an order to its package, whose tracking number appears in the shop", async () => {
    await openByMenu("Orders");
    await frame.getByRole("link", { name: "#1001" }).click();
    await frame.getByRole("heading", { name: "Order #1001" }).waitFor();
    await frame.getByText("Version 1").first().waitFor();
    await screenshot("order-placed");
    sandbox.wholesale?.supplier.ledger.ship(ledger()[0]?.id ?? "", {
      carrier: "DHL",
      trackingNumber: "00340434161094021501",
    });
    await frame.getByRole("button", { name: "Get update" }).click();
    await frame.getByRole("heading", { name: "DHL 00340434161094021501" }).waitFor();
    await expect.poll(() => sandbox.shop.merchant.order("#1001").fulfillments.length).toBe(1);
    await screenshot("order-shipped");
    expect(sandbox.shop.merchant.order("#1001").fulfillments).toMatchObject([
      { tracking: [{ company: "DHL", number: "00340434161094021501" }] },
    ]);
  });

  it("pauses ordering, and resumes it", async () => {
    await openByMenu("Settings");
    await frame.getByRole("button", { name: "Pause ordering" }).click();
    await frame.getByText("You paused ordering on").waitFor();
    await screenshot("settings-paused");
    await frame.getByRole("button", { name: "Resume ordering" }).click();
    await frame.getByText("the order goes to your supplier right away").waitFor();
  });

  it("reads the activity so far", async () => {
    await openByMenu("Activity");
    await frame.getByText(/^Connected to your supplier with the key “Stockbridge demo-shop/).waitFor();
    await frame.getByText("Published your branding as version 1.").waitFor();
    await screenshot("activity");
    await frame.getByRole("tab", { name: "Warnings" }).click();
    await frame.getByText("The order isn't paid in full").waitFor();
    await screenshot("activity-warnings");
  });

  it("sees the main pages on a phone without scrolling sideways", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, heading] of [
      ["/app", "Your supplier: "],
      ["/app/catalog", "Catalog"],
      ["/app/orders", "Orders"],
      ["/app/branding", "Branding"],
      ["/app/activity", "Activity"],
      ["/app/settings", "Settings"],
    ] as const) {
      await page.goto(`${sandbox.addresses.admin}/store/demo-shop/apps/stockbridge${path}`);
      await frame.getByRole("heading", { name: heading }).first().waitFor();
      await hydrated(page);
      const overflow = await frame
        .locator("html")
        .evaluate((html) => html.scrollWidth - html.ownerDocument.documentElement.clientWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
      await screenshot(`phone${path.replaceAll("/", "-")}`);
    }
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  // Stockbridge limits sign-ins to five per minute, so this journey must not sign in more often.
  it("replaces the key, and sees which one to delete", async () => {
    const name = () =>
      frame
        .getByText(/^Stockbridge demo-shop\.myshopify\.com/)
        .first()
        .innerText();
    const before = await name();
    await frame.getByRole("button", { name: "Replace key" }).click();
    await frame.getByRole("heading", { name: "Replace key" }).waitFor();
    await frame.getByLabel("Email").fill(sandbox.supplier.account.email);
    await frame.getByLabel("Password").fill(sandbox.supplier.account.password);
    await frame.locator("form").getByRole("button", { name: "Replace key" }).click();
    await frame.getByText("Key replaced").waitFor();
    await frame.getByRole("heading", { name: "Replace key" }).waitFor({ state: "hidden" });
    expect(await name()).not.toBe(before);
    await frame.getByText("Used until you replaced it.").waitFor();
    await screenshot("settings-replaced");
    await takeOffTheList();
  });

  it("sees on the main pages that the supplier no longer accepts the key, and reconnects", async () => {
    const accounts = sandbox.wholesale?.supplier.accounts;
    for (const { name } of accounts?.keys() ?? []) accounts?.revoke(name);
    await frame.getByRole("button", { name: "Test connection" }).click();
    await frame.getByRole("heading", { name: "Reconnect" }).waitFor();
    await screenshot("settings-refused");
    for (const name of ["Stockbridge", "Catalog", "Orders", "Branding"]) {
      await openByMenu(name);
      await frame.getByText("Your supplier no longer accepts this shop's key").waitFor();
      expect(await frame.getByText("Your supplier doesn't accept your key").count()).toBe(0);
    }
    await screenshot("branding-refused");
    await frame.getByRole("link", { name: "Reconnect" }).click();
    await frame.getByRole("heading", { name: "Reconnect" }).waitFor();
    await frame.getByLabel("Email").fill(sandbox.supplier.account.email);
    await frame.getByLabel("Password").fill(sandbox.supplier.account.password);
    await frame.getByRole("button", { name: "Reconnect" }).click();
    await frame.getByText("Key replaced").waitFor();
    await takeOffTheList();
  });

  it("disconnects after a confirmation, and sees which key to delete", async () => {
    await frame.getByRole("button", { name: "Disconnect" }).click();
    const dialog = frame.getByRole("dialog");
    await dialog.getByText("Stockbridge forgets the key").waitFor();
    // The only order has been shipped.
    expect(await dialog.getByText("in progress").count()).toBe(0);
    expect(await dialog.getByLabel("Set their stock to zero").isChecked()).toBe(true);
    await screenshot("settings-disconnect");
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await frame.getByRole("heading", { name: "Connect your reseller account" }).waitFor();
    await frame.getByText(/^This shop was disconnected on/).waitFor();
    await screenshot("settings-disconnected");
    await takeOffTheList();
    // A background job takes the products off sale.
    await expect.poll(() => onSale()).toBe(0);
  });

  it("connects again, and sees the products back on sale", async () => {
    await frame.getByLabel("Email").fill(sandbox.supplier.account.email);
    await frame.getByLabel("Password").fill(sandbox.supplier.account.password);
    await frame.getByRole("button", { name: "Connect" }).click();
    await frame.getByRole("heading", { name: /^Connected to/ }).waitFor();
    await expect.poll(() => onSale()).toBeGreaterThan(0);
    expect(sandbox.shop.shops[0]?.catalog.products.size).toBe(2);
    const restored = frame.getByText(/^The stock of 2 products matches your supplier's again/);
    // The second product may still be on its way.
    await expect.poll(() => openByMenu("Activity").then(() => restored.count()), { interval: 500 }).toBe(1);
    await screenshot("activity-connected-again");
  });

  it("never sees an error in the browser's console", () => {
    expect(complaints).toEqual([]);
  });
});
