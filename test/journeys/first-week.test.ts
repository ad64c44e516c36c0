/**
 * Things that a merchant wants to see or set in the first week, each within two clicks of Home. clicks.test.ts has those
 * that change an order, a price or a product.
 */
import type { Locator } from "playwright-core";
import { afterAll, expect, it } from "vitest";

import { launchChromium } from "../browser/chromium.ts";
import { hydrated } from "../browser/hydrated.ts";
import { openBrowser } from "../pages/page-browser.ts";
import { readerIn, SHOPS, startPageWorld } from "../pages/page-world.ts";
import { poll } from "../sandbox/tour-support.ts";
import { query } from "../support/database.ts";
import { countClicks } from "./clicks.ts";

const world = await startPageWorld();
const browser = await launchChromium();
afterAll(async () => {
  await browser.close();
  await world.sandbox.stop();
});
const { page, complaints } = await openBrowser(browser, { shop: "filled", locale: "en", world });
const frame = page.frameLocator("iframe");
const { click, find, count, restart } = countClicks(frame);

const HOME = `${world.sandbox.addresses.admin}/store/${SHOPS.filled.replace(".myshopify.com", "")}/apps/stockbridge/app`;
const link = (name: string | RegExp) => frame.getByRole("link", { name });
const button = (name: string) => frame.getByRole("button", { name });
const heading = (name: string) => frame.getByRole("heading", { name });
const menu = (name: string) => page.locator("#menu").getByRole("link", { name });
const text = (words: string | RegExp) => frame.getByText(words).first();
const settings = () => click(link("Manage connection"));
const profit = () => click(link("View profit"));

async function nameOf(id: string): Promise<string> {
  const [order] = await query<{ name: string }>(
    world.sandbox.databaseUrl,
    "select order_name as name from supplier_order where id = $1",
    [id],
  );
  return order?.name ?? "";
}

const held = await nameOf(world.orders.held);
const shipped = await nameOf(world.orders.shipped);
const [sold] = await query<{ sku: string }>(
  world.sandbox.databaseUrl,
  "select sku from supplier_variant where supplier_product_id = $1 and sku is not null",
  [world.imported],
);
const sku = sold?.sku ?? "";
await query(world.sandbox.databaseUrl, "update supplier_order set profit = '-4.20' where id = $1", [
  world.orders.placed,
]);

/** The supplier sells out of a product and raises its price, and a sync writes both to the shop. */
const { catalogue } = world.sandbox.wholesale!.supplier;
const { products } = catalogue.page({ from: 0, limit: catalogue.size });
const soldOut = products.find(({ id }) => id === world.imported)!;
const variants = soldOut.variants.map(({ id, priceMinor }) => ({
  id,
  priceMinor: Math.round(priceMinor * 1.08),
  stock: 0,
}));
catalogue.change(soldOut.id, { variants }, new Date());
const merchant = world.sandbox.merchant();
await merchant.submit("/app/sync", "routes/app.sync", { intent: "sync-now" });
const isWritten = async () => {
  const { html } = await merchant.open("/app");
  return (/prices? rose/.test(html) && /variants? sold out/.test(html)) || null;
};
if (!(await poll(180_000, isWritten))) throw new Error("The sync did not write the price and the stock.");

type Thing = {
  thing: string;
  clicks: number;
  /** The way from Home. Without it, Home shows the thing. */
  way?: () => Promise<void>;
  shows: () => Locator[];
};

const THINGS: Thing[] = [
  { thing: "a product's margin", clicks: 1, way: () => find(sku), shows: () => [text(/\d% margin/)] },
  { thing: "what sells", clicks: 1, way: profit, shows: () => [heading("By product")] },
  { thing: "why an order waits", clicks: 0, shows: () => [link(`Review ${held}`), text(/street/)] },
  {
    thing: "orders that cost more than they brought",
    clicks: 1,
    way: profit,
    shows: () => [heading("Orders that lost money"), text("-€4.20")],
  },
  {
    thing: "products that are sold out and in the shop",
    clicks: 1,
    way: () => click(link(/^Sold out: /)),
    shows: () => [link(soldOut.name).first()],
  },
  {
    thing: "the merchant's own values beside the supplier's",
    clicks: 1,
    way: () => click(link("Your own prices and texts, beside your supplier's")),
    shows: () => [text(/: yours €199\.00 .+, by your price rules €/)],
  },
  { thing: "when stock was last read", clicks: 0, shows: () => [text(/^Prices and stock last read /)] },
  {
    thing: "prices and stock that changed last night",
    clicks: 0,
    shows: () => [
      heading("Changes by Stockbridge in the last 24 hours"),
      text(/prices? rose/),
      text(/variants? sold out/),
    ],
  },
  {
    thing: "the button that pauses ordering",
    clicks: 2,
    way: async () => {
      await settings();
      await click(button("Pause ordering"));
    },
    shows: () => [button("Resume ordering")],
  },
  {
    thing: "rules of automatic ordering",
    clicks: 2,
    way: async () => {
      await settings();
      await click(link("Rules: delays, limits, and orders that wait for you"));
    },
    shows: () => [
      frame.getByLabel("Send only orders with one of these tags"),
      frame.getByLabel("Delay", { exact: true }),
      frame.getByLabel("Hold orders above"),
      frame.getByLabel("Ask me before each order"),
    ],
  },
  {
    thing: "an order's tracking number",
    clicks: 1,
    way: () => find(shipped),
    shows: () => [text("00340434161094021501")],
  },
  {
    thing: "the connected account and key",
    clicks: 1,
    way: settings,
    shows: () => [frame.getByText("Account", { exact: true }), text(/…@/), text(/^rk_.*…/)],
  },
  {
    thing: "who gets e-mails",
    clicks: 1,
    way: () => click(menu("Notifications")),
    shows: () => [text(readerIn("en"))],
  },
  {
    thing: "a download of orders as CSV",
    clicks: 2,
    way: async () => {
      await profit();
      const file = page.waitForEvent("download");
      await click(button("Download orders (CSV)"));
      expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    },
    shows: () => [button("Download orders (CSV)")],
  },
];

it.each(THINGS)("shows $thing within two clicks of Home", async ({ clicks, way, shows }) => {
  await page.goto(HOME);
  await hydrated(page);
  restart();
  await way?.();
  for (const shown of shows()) await shown.waitFor();
  expect(count()).toBe(clicks);
  expect(count()).toBeLessThanOrEqual(2);
  expect(complaints).toEqual([]);
});
