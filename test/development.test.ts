/**
 * The app as Shopify's command line starts it: compiled by Vite, behind a tunnel whose address the environment names.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";

import { launchChromium } from "./browser/chromium.ts";
import { hydrated } from "./browser/hydrated.ts";
import { type Sandbox, startSandbox } from "./sandbox/sandbox.ts";
import { freshDatabase } from "./support/database.ts";

let sandbox: Sandbox;
let browser: Browser;

beforeAll(async () => {
  [sandbox, browser] = await Promise.all([
    freshDatabase().then((database) => startSandbox({ database, development: true })),
    launchChromium(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

/** Opens a page that does not call itself headless, since Shopify's package rejects that. */
function newPage(): Promise<Page> {
  const chrome = `Chrome/${browser.version()} Safari/537.36`;
  return browser.newPage({
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${chrome}`,
  });
}

it("the development server shows the app's pages in the admin's frame, and the menu leads to each", async () => {
  const page = await newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(sandbox.addresses.admin, { timeout: 180_000 });
  const frame = page.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Connect your reseller account" }).waitFor({ timeout: 180_000 });
  await hydrated(page);
  for (const name of ["Catalog", "Orders", "Branding", "Activity", "Settings"]) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await frame.getByRole("heading", { name, level: 1 }).waitFor({ timeout: 180_000 });
  }
  expect(errors).toEqual([]);
});

it("the development server answers the order block from another origin", async () => {
  const page = await newPage();
  // A page of another origin, whose requests the browser does not block.
  const other = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<p>A page"),
  );
  await once(other.listen(0), "listening");
  onTestFinished(() => void other.close());
  await page.goto(`http://localhost:${String((other.address() as AddressInfo).port)}`);
  const answer = await page.evaluate(
    async ({ app, token }) => {
      const response = await fetch(`${app}/api/order-block?order=gid://shopify/Order/1&locale=en`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return [response.status, await response.json()] as const;
    },
    { app: sandbox.addresses.app, token: await sandbox.shop.sessionToken() },
  );
  await page.close();
  expect(answer).toEqual([200, { connected: false, unrequested: false, waits: null, orders: [] }]);
});
