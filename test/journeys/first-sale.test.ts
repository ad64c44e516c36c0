/** From a fresh install to a checkout with the supplier's product: each click and each typed field is counted. */
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";

import { type Journey, startJourney, type Tab } from "./journey.ts";

const CLICKS = 6;
const FIELDS = 2;

const home = await startJourney("first-sale", { isConnected: false });
const abroad = await startJourney("first-sale-abroad", { isConnected: false });

class Hand {
  clicks = 0;
  fields = 0;
  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
  async type(target: Locator, text: string): Promise<void> {
    this.fields += 1;
    await target.fill(text);
  }
}

type Sandbox = Journey["sandbox"];

async function control(
  sandbox: Sandbox,
  path: string,
  body?: unknown,
): Promise<{ status: number; reply: unknown }> {
  const response = await fetch(`${sandbox.addresses.control}${path}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, reply: await response.json() };
}

/** Connects on Home, which leads to the page of prices and shipping. */
async function connect(sandbox: Sandbox, { frame, screenshot }: Tab, hand: Hand): Promise<void> {
  await frame.getByRole("heading", { name: "Setup guide" }).waitFor();
  await screenshot("guide");
  await hand.type(frame.getByLabel("Email"), sandbox.supplier.account.email);
  await hand.type(frame.getByLabel("Password"), sandbox.supplier.account.password);
  await hand.click(frame.getByRole("button", { name: "Connect", exact: true }));
  await frame.getByLabel("Markup on your supplier's prices").waitFor();
}

/** Confirms the page, imports the first product, and waits until a customer can check out with it. */
async function confirmAndImport(
  sandbox: Sandbox,
  { page, frame, screenshot }: Tab,
  hand: Hand,
): Promise<void> {
  await frame
    .getByText(/^Sells for/)
    .first()
    .waitFor();
  await screenshot("start");
  const beforeTax = frame.getByText(/Margin before tax \d/).first();
  await beforeTax.waitFor();
  const tax = frame.getByLabel("Tax in your shop's prices");
  await tax.fill("19");
  await frame
    .getByText(/Margin \d/)
    .first()
    .waitFor();
  expect(await beforeTax.count()).toBe(0);
  await screenshot("start-with-tax");
  await tax.fill("");
  await beforeTax.waitFor();
  const question = page.getByRole("dialog", { name: "Stockbridge needs more permissions" });
  const confirm = frame.getByRole("button", { name: "Confirm", exact: true });
  const markup = frame.getByLabel("Markup on your supplier's prices");
  const suggested = await markup.inputValue();
  await markup.fill("much");
  await confirm.click();
  await markup.and(frame.locator("[aria-invalid=true]:focus")).waitFor();
  expect(await question.count()).toBe(0);
  await markup.fill(suggested);
  await hand.click(confirm);
  await hand.click(question.getByRole("button", { name: "Update" }));
  await frame.getByRole("row").nth(20).waitFor();
  await hand.click(frame.locator("tbody .Polaris-Checkbox").first());
  await hand.click(frame.getByRole("button", { name: "Import…" }).first());
  await frame.getByText(/your cost .* · .*% margin before tax$/).waitFor();
  await hand.click(frame.getByRole("button", { name: "Import 1 product" }));
  await frame.getByText("1 of 1 products done").or(frame.getByText("1 of 1 product done")).waitFor();
  await frame.getByRole("heading", { name: "What comes next" }).waitFor();
  const store = frame.getByRole("link", { name: "View in your store" });
  expect(await store.getAttribute("href")).toMatch(/^https:\/\/[\w-]+\.myshopify\.com\/products\/./);
  await screenshot("imported");
  type Products = { products: { variants: { sku: string | null; available: number }[] }[] };
  await expect
    .poll(
      async () => {
        const { products } = (await control(sandbox, "/_shop/products")).reply as Products;
        const sku = products.flatMap(({ variants }) => variants).find(({ available }) => available > 0)?.sku;
        return sku
          ? (await control(sandbox, "/_shop/checkouts", { lines: [{ sku, quantity: 1 }] })).status
          : 0;
      },
      { timeout: 180_000, interval: 500 },
    )
    .toBe(200);
}

it("makes the first sale with at most six clicks and two typed fields in a shop with the supplier's currency", async () => {
  const opened = await home.tab("/app");
  const hand = new Hand();
  await connect(home.sandbox, opened, hand);
  await confirmAndImport(home.sandbox, opened, hand);
  expect(hand.clicks).toBeLessThanOrEqual(CLICKS);
  expect(hand.fields).toBeLessThanOrEqual(FIELDS);
});

it("needs at most one more typed field for the first sale in a shop with another currency: the exchange rate", async () => {
  for (const shop of abroad.sandbox.shop.shops) shop.currencyCode = "USD";
  const opened = await abroad.tab("/app");
  const hand = new Hand();
  await connect(abroad.sandbox, opened, hand);
  await hand.type(opened.frame.getByLabel("One EUR is worth"), "1.1");
  await confirmAndImport(abroad.sandbox, opened, hand);
  expect(hand.clicks).toBeLessThanOrEqual(CLICKS);
  expect(hand.fields).toBeLessThanOrEqual(FIELDS + 1);
});

it("checks the guide's steps in the shop, hides the guide and shows it again", async () => {
  const { frame, screenshot } = await home.tab("/app");
  await frame.getByText("5 of 8 steps completed").waitFor();
  await screenshot("guide-after-first-sale");
  await frame.getByRole("button", { name: "Hide guide" }).click();
  await frame.getByRole("heading", { name: "Setup guide" }).waitFor({ state: "hidden" });
  await frame.getByRole("button", { name: "Show setup guide" }).click();
  await frame.getByText("5 of 8 steps completed").waitFor();
});
