import { describe, expect, it } from "vitest";

import { toPriceForm } from "../../app/catalog/pricing/price-form.ts";
import { FIRST_RULES } from "../../app/catalog/pricing/price-rules.ts";
import { decimalSign } from "../../app/lib/read-decimal.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { shopWith } from "../catalog/import/testing.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { openStandIn } from "../catalog/testing.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";

const supplier = await openStandIn();

openQueue();

const START = ["/app/start", "routes/app.start"] as const;
const FIRST = toPriceForm(FIRST_RULES, { sign: decimalSign("en"), currency: "EUR" });

async function connectedShop(): Promise<ShopDomain> {
  const price = { amount: "10.00", currency: "EUR" };
  return shopWith(supplier, wireProduct("mug", { variants: [wireVariant("mug", { price })] }));
}

async function offersTax(shop: ShopDomain): Promise<boolean> {
  const { html } = await renderedPage("/app/start", { shop, locale: "en" });
  expect(html).toContain("Markup on your supplier&#x27;s prices");
  return html.includes("Tax in your shop&#x27;s prices");
}

function confirm(shop: ShopDomain, salesTax: string) {
  const prices = JSON.stringify({ ...FIRST, costs: { ...FIRST.costs, supplierPrices: "net", salesTax } });
  return submitted(START, { prices, savedAt: "", rates: "null", version: "0" }, shop);
}

describe("the page of first prices", () => {
  it.each([true, false])(
    "has a field for the tax rate only if the shop's prices include tax: %s",
    async (taxesIncluded) => {
      const shop = await connectedShop();
      simulated(shop).taxesIncluded = taxesIncluded;
      expect(await offersTax(shop)).toBe(taxesIncluded);
    },
  );

  it.each([
    ["", true],
    ["19", false],
    ["0", false],
  ])("saves the tax rate “%s”, and keeps the field only if the rate is empty", async (typed, keepsField) => {
    const shop = await connectedShop();
    expect((await confirm(shop, typed)).redirect).toBe("/app/catalog");
    expect(await offersTax(shop)).toBe(keepsField);
  });

  it("saves nothing if the tax rate is not a number", async () => {
    const shop = await connectedShop();
    expect(await confirm(shop, "much")).toMatchObject({
      answer: { problems: { "costs.salesTax": { code: "number.unreadable" } } },
    });
    expect(await offersTax(shop)).toBe(true);
  });
});
