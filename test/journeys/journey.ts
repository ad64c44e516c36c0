import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, expect } from "vitest";

import { launchChromium, openPage } from "../browser/chromium.ts";
import { hydrated } from "../browser/hydrated.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox/sandbox.ts";
import { importProduct } from "../sandbox/tour-catalogue.ts";
import { freshDatabase } from "../support/database.ts";

/**
 * An order that was not requested is listed after the pause since the last poll of the shop, and a sweep of every minute:
 * that takes up to 90 seconds, and longer on a busy machine.
 */
export const LISTED_WITHIN_MS = 180_000;

/** A folder for screenshots of the pages; without it, none are made. */
const { SCREENSHOTS } = process.env;

export type Journey = {
  sandbox: Sandbox;
  /** Opens a page of the app in the shop's admin, in a tab of its own. */
  tab: (path: string) => Promise<Tab>;
};

export type Tab = {
  page: Page;
  /** The app within the admin. */
  frame: FrameLocator;
  open: (path: string) => Promise<void>;
  /** Takes a screenshot of the page, and one as on a phone. */
  screenshot: (name: string) => Promise<void>;
};

/**
 * Starts a sandbox whose shop is connected (unless `isConnected` is false), and a browser, for the tests of a file.
 * Stops both after them, and fails if a tab has logged an error, or a page that differs from the server's.
 *
 * @param name the prefix of the screenshots' names.
 */
export async function startJourney(
  name: string,
  { isConnected = true, ...options }: Partial<SandboxOptions> & { isConnected?: boolean } = {},
): Promise<Journey> {
  const [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database, ...options })),
    launchChromium(),
  ]);
  const complaints: string[][] = [];
  afterAll(async () => {
    await browser.close();
    await sandbox.stop();
    expect(complaints.flat()).toEqual([]);
  });
  const account = { intent: "connect", ...sandbox.supplier.account };
  if (isConnected) await sandbox.merchant().submit("/app/settings", "routes/app.settings", account);
  return { sandbox, tab: (path) => openTab({ browser, sandbox, complaints, name }, path) };
}

/** Starts a journey whose shop sells a product, with a tab on Home. */
export async function startSelling(name: string): Promise<Journey & Tab & { sku: string }> {
  const { sandbox, tab } = await startJourney(name);
  await importProduct(sandbox);
  const products = sandbox.shop.shops.flatMap(({ catalog }) => [...catalog.products.values()]);
  const sku = products.flatMap(({ variants }) => variants).find(({ item }) => item.sku)?.item.sku;
  if (!sku) throw new Error("The shop sells nothing with a SKU.");
  return { sandbox, tab, sku, ...(await tab("/app")) };
}

async function openTab(
  {
    browser,
    sandbox,
    complaints,
    name: journey,
  }: { browser: Browser; sandbox: Sandbox; complaints: string[][]; name: string },
  path: string,
): Promise<Tab> {
  const { page, complaints: its } = await openPage(browser);
  complaints.push(its);
  const open = async (to: string) => {
    await page.goto(`${sandbox.addresses.admin}/store/demo-shop/apps/stockbridge${to}`);
    await hydrated(page);
  };
  const screenshot = async (name: string) => {
    if (SCREENSHOTS === undefined) return;
    const file = `${SCREENSHOTS}/${journey}-${name}`;
    const size = page.viewportSize() ?? { width: 1280, height: 860 };
    await page.screenshot({ path: `${file}.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${file}-phone.png`, fullPage: true });
    await page.setViewportSize(size);
  };
  await open(path);
  return { page, frame: page.frameLocator("iframe"), open, screenshot };
}
