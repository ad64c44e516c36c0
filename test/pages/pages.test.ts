/** No page has a barrier that axe can find, in any of its states, in any language, on a desktop or a phone. */
import { afterAll, expect, it } from "vitest";

import "../../app/messages/all-languages.server.ts";
import { languages } from "../../app/messages/languages.ts";
import { launchChromium } from "../browser/chromium.ts";
import { findInBlocks, openBrowser, pictureForReadme } from "./page-browser.ts";
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

it(
  "a second tap on a dialog's button, which has closed the dialog, presses nothing below it",
  async () => {
    const { page, show } = await openBrowser(browser, { shop: "filled", locale: "en", world });
    const view = views.find(({ name }) => name === "orders-to-send-dialog");
    if (!view) throw new Error("There is no view with the dialog.");
    await show(view);
    const app = page.frameLocator("iframe");
    // Covers the page below the dialog with a link, and counts its clicks.
    await app.locator("body").evaluate((body) => {
      const link = document.createElement("a");
      link.style.cssText = "position: fixed; inset: 0; z-index: 1";
      link.addEventListener("click", () => (link.title += "clicked "));
      link.id = "below";
      body.append(link);
    });
    const { x, y, width, height } = (await app.getByRole("button", { name: "Don't send" }).boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    const place = { x: x + width / 2, y: y + height / 2, button: "left", clickCount: 1 } as const;
    const tap = async (timestamp: number) => {
      for (const type of ["mousePressed", "mouseReleased"] as const)
        await devtools.send("Input.dispatchMouseEvent", { ...place, type, timestamp });
    };
    const now = Date.now() / 1000;
    await tap(now);
    await app.getByRole("dialog").waitFor({ state: "detached" });
    await tap(now + 0.3);
    expect(await app.locator("#below").getAttribute("title")).toBeNull();
    await page.close();
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
