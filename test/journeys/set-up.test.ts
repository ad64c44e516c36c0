/** Questions to a merchant after the connection: permissions, sales channels, and stock of their own. */
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

import { launchChromium, openPage } from "../browser/chromium.ts";
import { hydrated } from "../browser/hydrated.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { activateStock, primaryLocation } from "../sandbox/shop/stock/stock.ts";
import type { ShopState } from "../sandbox/shop/state.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase, query } from "../support/database.ts";

/** A folder for screenshots of the pages; without it, none are made. */
const { SCREENSHOTS } = process.env;
const REQUESTING = "write_third_party_fulfillment_orders";

let sandbox: Sandbox;
let shop: ShopState;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
let complaints: string[];

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database })),
    launchChromium(),
  ]);
  shop = sandbox.shop.shops[0]!;
  await submit("/app/settings", "routes/app.settings", { intent: "connect", ...sandbox.supplier.account });
  await importProduct(sandbox);
  await submit("/app?index", "routes/app._index", { intent: "check-setup" });
  ({ page, complaints } = await openPage(browser));
  frame = page.frameLocator("iframe");
});

afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

function submit(path: string, route: string, fields: Record<string, string>): Promise<unknown> {
  return sandbox.merchant().submit(path, route, fields);
}

async function open(path: string): Promise<void> {
  await page.goto(`${sandbox.addresses.admin}/store/demo-shop/apps/stockbridge${path}`);
  await hydrated(page);
}

async function screenshot(name: string): Promise<void> {
  if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/set-up-${name}.png` });
}

/** The admin's question for permissions. */
function question() {
  return page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
}

it("lists the missing setup on Home, and requests a declined permission again", async () => {
  await open("/app");
  await frame.getByRole("heading", { name: "Setup needs attention" }).waitFor();
  await screenshot("home");
  const allow = frame.getByRole("button", { name: "Allow viewing shipping settings" });
  await allow.click();
  await question().getByText("View shipping").waitFor();
  await screenshot("permission");
  await question().getByRole("button", { name: "Cancel" }).click();
  await frame.getByText("Shopify didn't grant this permission.").waitFor();
  expect(shop.grantedScopes).toEqual([]);
  await allow.click();
  await question().getByRole("button", { name: "Update" }).click();
  await allow.waitFor({ state: "detached" });
  expect(shop.grantedScopes).toEqual(["read_shipping"]);
  await frame.getByText("Customers can't check out yet.").waitFor();
  await screenshot("no-rates");
});

it("lets customers check out once the merchant has entered shipping rates", async () => {
  const [variant] = [...shop.catalog.variants.values()];
  const lines = [{ sku: variant?.item.sku ?? "", quantity: 1 }];
  expect(() => sandbox.shop.merchant.shippingPrice({ lines })).toThrow("no shipping rate applies");
  await frame.getByRole("link", { name: "Enter shipping rates" }).click();
  await frame.getByRole("heading", { name: "Let customers check out" }).waitFor();
  await screenshot("rates-first");
  await frame.getByRole("button", { name: "Enter shipping rates" }).click();
  const rate = frame.getByLabel("Rate", { exact: true });
  await rate.fill("4.9999");
  await page.getByRole("button", { name: "Save" }).click();
  await frame.getByText("Correct the marked fields, then save again.").waitFor();
  expect(await question().count()).toBe(0);
  await rate.fill("4.90");
  await frame.getByText("Correct the marked fields, then save again.").waitFor({ state: "detached" });
  await frame.getByText("Shopify adds up both rates: €4.90 + €5.00 = €9.90").waitFor();
  await screenshot("rates-typed");
  await page.getByRole("button", { name: "Save" }).click();
  await question().getByText("Edit shipping").waitFor();
  await question().getByRole("button", { name: "Update" }).click();
  await frame.getByText("Up to date").waitFor();
  await screenshot("rates");
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot("rates-phone");
  await open("/app/rates");
  await frame.getByText("Up to date").waitFor();
  expect(await frame.getByLabel("Rate", { exact: true }).inputValue()).toBe("4.90");
  expect(complaints).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 860 });
  expect(sandbox.shop.merchant.shippingPrice({ lines })).toBe("4.90");

  await submit("/app?index", "routes/app._index", { intent: "check-setup" });
  await open("/app");
  await frame.getByRole("button", { name: "Allow viewing these orders" }).click();
  await question().getByRole("button", { name: "Update" }).click();
  await frame.getByRole("heading", { name: "Setup needs attention" }).waitFor({ state: "detached" });
});

it("requests the permission for automatic ordering, and again on Home once the merchant has revoked it", async () => {
  await open("/app/settings");
  const automatic = frame.getByRole("checkbox", { name: "Request fulfillment for every paid order" });
  await automatic.click();
  await question().getByRole("button", { name: "Cancel" }).click();
  await frame.getByText("Stockbridge can't request fulfillment without this permission.").waitFor();
  expect(await automatic.isChecked()).toBe(false);
  await automatic.click();
  await question().getByText("Edit third party fulfillment orders").waitFor();
  await question().getByRole("button", { name: "Update" }).click();
  await frame.getByText(/^On since/).waitFor();

  sandbox.shop.revokeScopes({ scopes: [REQUESTING] });
  await submit("/app?index", "routes/app._index", { intent: "check-setup" });
  await open("/app");
  await frame.getByText("no longer has permission to request fulfillment").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot("revoked-phone");
  await page.setViewportSize({ width: 1280, height: 860 });
  await frame.getByRole("button", { name: "Allow requesting fulfillment" }).click();
  await question().getByRole("button", { name: "Update" }).click();
  await frame.getByRole("heading", { name: "Setup needs attention" }).waitFor({ state: "detached" });
  expect(shop.grantedScopes).toContain(REQUESTING);
});

it("lets the merchant choose the sales channels for new products", async () => {
  await open("/app/settings");
  await frame.getByRole("button", { name: "Choose channels" }).click();
  const dialog = frame.getByRole("dialog");
  expect(await dialog.getByLabel("Online Store").isChecked()).toBe(true);
  await dialog.getByLabel("Point of Sale").check();
  await screenshot("channels");
  await dialog.getByRole("button", { name: "Save" }).click();
  await frame.getByText("Point of Sale", { exact: true }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await frame.getByText("Point of Sale", { exact: true }).waitFor();
  await screenshot("settings");
});

it("keeps the merchant's own stock of a product until the merchant chooses to use only the supplier's", async () => {
  const [product] = shop.catalog.products.values();
  const [variant] = product!.variants;
  activateStock(variant!.item, primaryLocation(shop), new Date()).available = 3;
  const places = () => variant!.item.levels.map(({ location }) => location.name).toSorted();
  const [link] = await query<{ supplier_product_id: string }>(
    sandbox.databaseUrl,
    "select supplier_product_id from product_link",
  );
  const id = link!.supplier_product_id;
  await sandbox.merchant().importProducts([id]);
  await open("/app/catalog?show=imported");
  const row = frame.getByRole("row").filter({ hasText: product!.title });
  await row.getByText("Also stocked at your own locations.").waitFor();
  await screenshot("own-stock");
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot("own-stock-phone");
  await page.setViewportSize({ width: 1280, height: 860 });
  expect(places()).toEqual(["Shop location", "Stockbridge"]);
  await row.getByRole("button", { name: `Use supplier only: ${product!.title}` }).click();
  await expect.poll(places).toEqual(["Stockbridge"]);
  await row.getByText("Also stocked at your own locations.").waitFor({ state: "detached" });
});

it("shows on Home that the fulfillment service was deleted, and brings the service back with its stock", async () => {
  const stocked = () =>
    [...shop.catalog.items.values()].map(({ levels }) => levels.map(({ location }) => location.id));
  sandbox.shop.merchant.deleteService("Stockbridge", "KEEP");
  // The poll notices the deletion within some minutes. The merchant's check notices it at once.
  await query(
    sandbox.databaseUrl,
    "update fulfillment_service set due_at = date_trunc('milliseconds', now())",
  );
  const found = "select 1 from setup_check where findings::text like '%setup.service-gone%'";
  await expect.poll(() => query(sandbox.databaseUrl, found)).toHaveLength(1);
  await open("/app");
  await frame.getByRole("heading", { name: "Setup needs attention" }).waitFor();
  await frame.getByRole("button", { name: "Check again" }).click();
  await frame.getByText("The Stockbridge fulfillment service was deleted in Shopify").waitFor();
  await screenshot("service-gone");
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot("service-gone-phone");
  await page.setViewportSize({ width: 1280, height: 860 });
  await frame.getByRole("button", { name: "Create it again" }).click();
  await frame
    .getByText("The Stockbridge fulfillment service was deleted in Shopify")
    .waitFor({ state: "detached" });
  const [service] = shop.services;
  await expect.poll(stocked).toEqual(stocked().map(() => [service!.location.id]));
});

it("removes the location if the merchant selects that while disconnecting, and adds one at the next connection", async () => {
  await open("/app/settings");
  await frame.getByRole("button", { name: "Disconnect" }).click();
  const dialog = frame.getByRole("dialog");
  const remove = dialog.getByLabel("Remove the Stockbridge location from Shopify");
  expect(await remove.isChecked()).toBe(false);
  await dialog.getByText("Your shipping rates for these products stay in your shop.").waitFor();
  await remove.check();
  await screenshot("disconnect-for-good");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await frame.getByText("removed its location with the stock there").waitFor();
  await screenshot("disconnected-for-good");
  expect(shop.services).toEqual([]);
  // The location that the merchant had kept.
  expect(shop.locations.map(({ name }) => name)).toEqual(["Shop location", "Stockbridge"]);
  await submit("/app/settings", "routes/app.settings", { intent: "connect", ...sandbox.supplier.account });
  await expect.poll(() => shop.services.length).toBe(1);
});

it("logs no error and no hydration mismatch in the browser's console", () => {
  expect(complaints).toEqual([]);
});
