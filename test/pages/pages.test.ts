/** No page has a barrier that axe can find, in any of its states, in any language, on a desktop or a phone. */
import type { Locator } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";

import "../../app/messages/all-languages.server.ts";
import { languages } from "../../app/messages/languages.ts";
import { launchChromium } from "../browser/chromium.ts";
import { findInBlocks, openBrowser, type PageBrowser, pictureForReadme } from "./page-browser.ts";
import { startPageWorld } from "./page-world.ts";
import { listPageRoutes } from "./routes.ts";
import { listViews } from "./views.ts";

/** A folder for screenshots; without it, none are made. */
const { SCREENSHOTS } = process.env;
const WITHIN_MS = 600_000;

const world = await startPageWorld();
const browser = await launchChromium();
afterAll(async () => {
  await browser.close();
  await world.sandbox.stop();
});
const views = listViews(await listPageRoutes(), world);
const locales = Object.keys(languages);
const shops = [...new Set(views.map(({ shop }) => shop))];
/** Pictures of the README, each by the name of its view. */
const README = { home: "home", catalog: "catalog-filtered", "to-send": "orders-to-send", order: "orders-id" };

for (const locale of locales)
  it.each(shops)(
    `axe finds no accessibility barrier on any page in ${locale}: %s`,
    async (shop) => {
      const opened = await openBrowser(browser, { shop, locale, world });
      const found: Record<string, string[]> = {};
      const its = views.filter((each) => each.shop === shop && (each.locale ?? locale) === locale);
      for (const view of its) {
        const barriers = await opened
          .show(view)
          .then(opened.findBarriers, (error: unknown) => [`This cannot be shown: ${String(error)}`]);
        await opened.screenshot(view.name);
        await opened.leave(view);
        if (barriers.length > 0) found[view.name] = barriers;
      }
      expect(found).toEqual({});
      // Some views are pages of things that do not exist (404), and one page is made to fail (500).
      expect(opened.complaints.filter((text) => !/status of (404|500)/.test(text))).toEqual([]);
      await opened.page.close();
    },
    WITHIN_MS,
  );

it.each(locales)(
  "axe finds no accessibility barrier in the blocks on Shopify's own pages in %s",
  async (locale) => {
    const shopify = await openBrowser(browser, { shop: "outside", locale, world });
    const found: Record<string, string[]> = {};
    for (const [name, path] of Object.entries(world.shopifyPages)) {
      const address = `${world.sandbox.addresses.admin}${path}?locale=${locale}`;
      await shopify.page.goto(address, { waitUntil: "networkidle" });
      const barriers = await findInBlocks(shopify);
      if (barriers.length > 0) found[name] = barriers;
      await shopify.screenshot(`shopify-${name}`);
    }
    await shopify.page.close();
    expect(found).toEqual({});
  },
  WITHIN_MS,
);

it(
  "a link opens its page without a request for the page's route, which an interruption could lose",
  async () => {
    const { page, show } = await openBrowser(browser, { shop: "filled", locale: "en", world });
    await page.route("**/__manifest*", (route) => route.abort());
    for (const view of views.filter(({ name }) => ["orders-id", "products-id", "rates"].includes(name)))
      await show(view);
    await page.close();
  },
  WITHIN_MS,
);

/** Taps the middle of an element at a time in seconds. */
async function tapper({ page }: PageBrowser, element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const place = { x: x + width / 2, y: y + height / 2, button: "left", clickCount: 1 } as const;
  const now = Date.now() / 1000;
  return async (seconds: number) => {
    for (const type of ["mousePressed", "mouseReleased"] as const)
      await devtools.send("Input.dispatchMouseEvent", { ...place, type, timestamp: now + seconds });
  };
}

describe("the second tap of a double tap", () => {
  const view = { name: "", shop: "filled" as const, path: "/app/orders?show=to-send" };

  it(
    "presses nothing below a dialog that the first one has closed",
    async () => {
      const opened = await openBrowser(browser, { shop: "filled", locale: "en", world });
      await opened.show(view);
      const app = opened.page.frameLocator("iframe");
      await app.getByRole("button", { name: /#\d+/ }).last().click();
      // Covers the page below the dialog with a link, and counts its clicks.
      await app.locator("body").evaluate((body) => {
        const link = document.createElement("a");
        link.style.cssText = "position: fixed; inset: 0; z-index: 1";
        link.addEventListener("click", () => (link.title += "clicked "));
        link.id = "below";
        body.append(link);
      });
      const tap = await tapper(opened, app.getByRole("button", { name: "Don't send" }));
      await tap(0);
      await app.getByRole("dialog").waitFor({ state: "detached" });
      await tap(0.3);
      expect(await app.locator("#below").getAttribute("title")).toBeNull();
      await tap(2);
      expect(await app.locator("#below").getAttribute("title")).toBe("clicked ");
      await opened.page.close();
    },
    WITHIN_MS,
  );

  it(
    "presses nothing of a dialog that the first one has opened, and does not close it",
    async () => {
      const opened = await openBrowser(browser, { shop: "filled", locale: "en", world });
      await opened.show(view);
      const app = opened.page.frameLocator("iframe");
      const send = app.getByRole("button", { name: /#\d+/ }).last();
      const tap = await tapper(opened, send);
      const backdrop = app.locator(".Polaris-Backdrop");
      await tap(0);
      await backdrop.waitFor();
      await tap(0.3);
      expect(await backdrop.count()).toBe(1);
      await app.getByRole("button", { name: "Don't send" }).click();
      await backdrop.waitFor({ state: "detached" });
      await opened.page.close();
    },
    WITHIN_MS,
  );
});

it(
  "a double tap pauses ordering, and doesn't resume it",
  async () => {
    const opened = await openBrowser(browser, { shop: "filled", locale: "en", world });
    await opened.show({ name: "", shop: "filled", path: "/app/settings" });
    const sent: string[] = [];
    opened.page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    const app = opened.page.frameLocator("iframe");
    const button = (name: string) => app.getByRole("button", { name, exact: true });
    await button("Pause ordering").scrollIntoViewIfNeeded();
    const tap = await tapper(opened, button("Pause ordering"));
    await tap(0);
    await button("Resume ordering").waitFor();
    await tap(0.3);
    await tap(2);
    await button("Pause ordering").waitFor();
    expect(sent).toHaveLength(2);
    await opened.page.close();
  },
  WITHIN_MS,
);

it(
  "the keyboard's focus returns to the button that has opened a dialog of orders to send",
  async () => {
    const opened = await openBrowser(browser, { shop: "filled", locale: "en", world });
    await opened.show({ name: "", shop: "filled", path: "/app/orders?show=to-send" });
    const app = opened.page.frameLocator("iframe");
    const send = app.getByRole("button", { name: /#\d+/ }).last();
    await send.press("Enter");
    await app.getByRole("dialog").waitFor();
    await opened.page.keyboard.press("Escape");
    await expect.poll(() => send.evaluate((button) => button === document.activeElement)).toBe(true);
    await opened.page.close();
  },
  WITHIN_MS,
);

it.runIf(SCREENSHOTS !== undefined)(
  "the README's pictures can be drawn",
  async () => {
    const admin = await openBrowser(browser, { shop: "filled", locale: "en", world });
    for (const [picture, name] of Object.entries(README)) {
      const view = views.find((each) => each.name === name);
      if (!view) throw new Error(`There is no view ${name}.`);
      await admin.show(view);
      await pictureForReadme(admin, `docs/pictures/${picture}.webp`);
    }
  },
  WITHIN_MS,
);
