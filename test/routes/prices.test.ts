import { describe, expect, it } from "vitest";

import { toPriceForm } from "../../app/catalog/pricing/price-form.ts";
import { FIRST_RULES } from "../../app/catalog/pricing/price-rules.ts";
import { decimalSign } from "../../app/lib/read-decimal.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { importThem, linksIn, shopWith } from "../catalog/import/testing.ts";
import { wireProduct, wireVariant } from "../catalog/stand-in-supplier.ts";
import { openStandIn } from "../catalog/testing.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { rendered, renderedPage, submitted } from "../messages/rendered-page.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl, shopify } from "../support/world.ts";

const supplier = await openStandIn();

openQueue();

const PRICES = ["/app/prices", "routes/app.prices"] as const;
const FIRST = toPriceForm(FIRST_RULES, { sign: decimalSign("en"), currency: "EUR" });

/** Returns the loader's data for a reader of that language. */
async function load(shop: ShopDomain, language = "en") {
  const address = new URL("/app/prices", process.env["SHOPIFY_APP_URL"]);
  address.searchParams.set("_data", PRICES[1]);
  const headers = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0",
    "accept-language": language,
    authorization: `Bearer ${await shopify.sessionToken({ shop })}`,
  };
  const { status, html } = await rendered(new Request(address, { headers }));
  return { status, ...(JSON.parse(html) as { savedAt: string | null; followers: number }) };
}

async function save(shop: ShopDomain, form: object, { savedAt = "", language = "en" } = {}) {
  return submitted(PRICES, { intent: "save", form: JSON.stringify(form), language, savedAt }, shop);
}

function preview(shop: ShopDomain, form: object, more: Record<string, string> = {}) {
  const asked = {
    intent: "preview",
    form: JSON.stringify(form),
    language: "en",
    of: "default",
    category: "",
    cost: "",
  };
  return submitted(PRICES, { ...asked, ...more }, shop);
}

function product(id: string, { cost, category = "Küche" }: { cost: string; category?: string }) {
  const price = { amount: cost, currency: "EUR" };
  return wireProduct(id, { category, variants: [wireVariant(id, { price })] });
}

const typed = (value: string) => ({ ...FIRST, default: { ...FIRST.default, value } });

describe("the prices page", () => {
  it("shows the current rules with numbers in the reader's format", async () => {
    const shop = await installedShop();
    await save(shop, typed("12.5"));
    expect(await load(shop)).toMatchObject({ status: 200, kind: "prices", form: typed("12.5") });
    expect(await load(shop, "de-DE,de;q=0.9")).toMatchObject({ form: typed("12,5"), language: "de-DE" });
    expect((await renderedPage("/app/prices", { shop, locale: "en" })).html).toContain("Default rule");
  });

  it("asks once whether the supplier's prices are without tax, and until then treats them as without tax", async () => {
    const shop = await installedShop();
    const open = "Not answered yet: taken as without tax";
    expect((await renderedPage("/app/prices", { shop, locale: "en" })).html).toContain(open);
    await save(shop, { ...FIRST, costs: { ...FIRST.costs, supplierPrices: "net" } });
    expect((await renderedPage("/app/prices", { shop, locale: "en" })).html).not.toContain(open);
  });

  it("asks for the shop's tax rate only if Shopify says that prices include tax", async () => {
    const label = "Tax in your shop&#x27;s prices";
    for (const included of [true, false]) {
      const shop = await installedShop();
      simulated(shop).taxesIncluded = included;
      const { html } = await renderedPage("/app/prices", { shop, locale: "en" });
      expect(html.includes(label)).toBe(included);
      expect(html.includes("prices don&#x27;t include tax, as set in Shopify")).toBe(!included);
    }
  });

  it("saves twelve and a half percent, however it is typed", async () => {
    for (const value of ["12,5", "12.5", " 12,5 % "]) {
      const shop = await installedShop();
      expect(await save(shop, typed(value))).toMatchObject({
        status: 200,
        answer: { kind: "saved", notice: { tone: "success" }, problems: {} },
      });
      expect(await load(shop)).toMatchObject({ form: typed("12.5") });
    }
  });

  it("saves no ambiguous number, and says so at the field", async () => {
    const shop = await installedShop();
    expect(await save(shop, typed("1.234"))).toMatchObject({
      answer: { notice: { tone: "critical" }, problems: { "default.value": { code: "number.ambiguous" } } },
    });
    expect(await load(shop)).toMatchObject({ form: FIRST, savedAt: null });
  });

  it("says how many products now sell at a loss if only the shipping cost was changed", async () => {
    const shop = await shopWith(supplier, product("cup", { cost: "10.00" }));
    await importThem(shop, ["cup"]);
    const shipping = async (amount: string) => {
      const { savedAt } = await load(shop);
      const form = { ...FIRST, costs: { ...FIRST.costs, shipping: amount } };
      return save(shop, form, { savedAt: savedAt ?? "" });
    };
    expect(await shipping("1")).toMatchObject({
      answer: { notice: { tone: "success", text: { code: "prices.saved.terms", count: 0 } } },
    });
    expect(await shipping("9")).toMatchObject({
      answer: {
        notice: {
          tone: "warning",
          text: { code: "prices.saved.terms", count: 1 },
          next: { url: "/app/catalog?show=below-cost" },
        },
      },
    });
    const { savedAt } = await load(shop);
    expect(await save(shop, typed("60"), { savedAt: savedAt ?? "" })).toMatchObject({
      answer: { notice: { text: { code: "prices.saved" } } },
    });
  });

  it("suggests the usual shipping cost of the last orders", async () => {
    const shop = await installedShop();
    const offer = "Your last orders cost €6.50 each for shipping.";
    expect((await renderedPage("/app/prices", { shop, locale: "en" })).html).not.toContain(offer);
    for (const [number, costShipping] of ["6.50", "6.50", "80.00"].entries())
      await storeOrder(shop, {
        orderName: `#${String(number)}`,
        state: "placed",
        placedAt: new Date(),
        costShipping,
        costCurrency: "EUR",
      });
    expect((await renderedPage("/app/prices", { shop, locale: "en" })).html).toContain(offer);
  });

  it("does not overwrite a newer change from another window", async () => {
    const shop = await installedShop();
    await save(shop, typed("60"));
    expect(await save(shop, typed("70"))).toMatchObject({
      answer: { notice: { title: { code: "prices.stale.title" } } },
    });
    const { savedAt } = await load(shop);
    await save(shop, typed("80"), { savedAt: savedAt ?? "" });
    expect(await load(shop)).toMatchObject({ form: typed("80") });
  });

  it("says that Shopify does not answer while the shop's currency is unknown", async () => {
    const shop = await installedShop();
    shopify.setFault("shopFacts", "502", 100);
    try {
      expect(await load(shop)).toMatchObject({
        kind: "unreadable",
        problem: { code: "failure.shop.server-error" },
      });
      expect((await renderedPage("/app/prices", { shop, locale: "en" })).status).toBe(200);
    } finally {
      shopify.setFault("shopFacts", "502", 0);
    }
  });

  it.each([
    { intent: "save", form: "{", language: "en", savedAt: "" },
    { intent: "save", form: JSON.stringify({ ...FIRST, default: {} }), language: "en", savedAt: "" },
    { intent: "apply", savedAt: "yesterday" },
    { intent: "sell" },
  ])("rejects a form that it does not have: %o", async (form) => {
    expect((await submitted(PRICES, form as Record<string, string>, await installedShop())).status).toBe(400);
  });
});

describe("the preview of typed rules", () => {
  it("shows products from the cheapest to the dearest, with price, margin and compare-at price", async () => {
    const costs = Array.from({ length: 30 }, (_, index) =>
      product(`p${String(index)}`, { cost: `${String(index + 1)}.00` }),
    );
    const shop = await shopWith(supplier, ...costs, product("gift", { cost: "0.00" }));
    const rule = { ...FIRST.default, value: "100", rounding: "99", compareAt: "50" };
    const { answer } = await preview(shop, { ...FIRST, default: rule }, { cost: "10,00" });
    const { samples, typed } = (
      answer as { preview: { samples: { cost: { amount: string } }[]; typed: unknown } }
    ).preview;
    expect(samples.map(({ cost }) => cost.amount)).toEqual(
      [1, 5, 9, 13, 17, 21, 25, 30].map((cost) => `${String(cost)}.00`),
    );
    expect(samples[0]).toMatchObject({
      price: { kind: "priced", price: "2.99", margin: "66.5", compareAtPrice: "4.99" },
    });
    expect(answer).toMatchObject({ preview: { missing: "both" } });
    expect(typed).toMatchObject({ cost: { amount: "10", currency: "EUR" }, price: { price: "20.99" } });
  });

  it("shows a category's products under its own rule, and not under the default rule", async () => {
    const shop = await shopWith(
      supplier,
      product("mug", { cost: "10.00" }),
      product("rake", { cost: "10.00", category: "Garten" }),
    );
    const form = { ...FIRST, categories: [{ category: "Garten", rule: { ...FIRST.default, value: "200" } }] };
    expect(await preview(shop, form)).toMatchObject({
      answer: { preview: { samples: [{ id: "mug", price: { price: "15.00" } }] } },
    });
    expect(await preview(shop, form, { of: "category", category: "Garten" })).toMatchObject({
      answer: { preview: { samples: [{ id: "rake", price: { price: "30.00" } }] } },
    });
  });

  it("shows a problem in place of prices if the rules are invalid, and changes nothing", async () => {
    const shop = await shopWith(supplier, product("mug", { cost: "10.00" }));
    expect(await preview(shop, typed("no"))).toMatchObject({
      answer: { preview: { samples: [], problems: { "default.value": { code: "number.unreadable" } } } },
    });
    expect(await preview(shop, typed("60"), { cost: "1.234" })).toMatchObject({
      answer: { preview: { samples: [{}], typed: null, typedProblem: { code: "number.ambiguous" } } },
    });
    expect(await load(shop)).toMatchObject({ savedAt: null });
  });
});

describe("a supplier whose currency is not the shop's", () => {
  const rate = { from: "EUR", to: "USD", rate: "1.0825", date: "2026-11-01" };

  async function dollarShop(): Promise<ShopDomain> {
    const shop = await shopWith(supplier, product("mug", { cost: "10.00" }));
    simulated(shop).currencyCode = "USD";
    return shop;
  }

  it("needs an exchange rate before a product is imported", async () => {
    const shop = await dollarShop();
    const today = { from: "EUR", to: "USD", rate: "", date: expect.any(String) as string };
    expect(await load(shop)).toMatchObject({ missingRates: ["EUR"], form: { rates: [today] } });
    await importThem(shop, ["mug"]);
    expect((await linksIn(shop))["mug"]).toMatchObject({
      state: "skipped",
      problem: { code: "catalog.skip.currency-differs", supplierCurrency: "EUR", shopCurrency: "USD" },
    });
    const date = new Date().toISOString().slice(0, 10);
    await save(shop, { ...FIRST, rates: [{ ...rate, date }] });
    expect(await load(shop)).toMatchObject({ missingRates: [], oldRates: [] });
    await importThem(shop, ["mug"]);
    expect((await linksIn(shop))["mug"]).toMatchObject({ state: "imported" });
    expect([...simulated(shop).catalog.products.values()][0]?.variants[0]?.price).toBe("16.24");
  });

  it("shows a warning about an old exchange rate, which still applies", async () => {
    const shop = await dollarShop();
    await save(shop, { ...FIRST, rates: [{ ...rate, date: "2020-02-29" }] });
    expect(await load(shop)).toMatchObject({ oldRates: [{ from: "EUR", rate: "1.0825" }], missingRates: [] });
    expect((await renderedPage("/app/prices", { shop, locale: "en" })).html).toContain(
      "Your exchange rate is old",
    );
  });

  it("needs another exchange rate once the supplier changes its currency, and keeps the first rate", async () => {
    const shop = await dollarShop();
    await save(shop, { ...FIRST, rates: [{ ...rate, date: new Date().toISOString().slice(0, 10) }] });
    await query(databaseUrl, "update supplier_variant set price_currency = 'GBP' where shop = $1", [shop]);
    expect(await load(shop)).toMatchObject({
      missingRates: ["GBP"],
      form: {
        rates: [
          { from: "EUR", rate: "1.0825" },
          { from: "GBP", rate: "" },
        ],
      },
    });
  });

  it("shows that amounts were typed in the shop's former currency", async () => {
    const shop = await shopWith(supplier, product("mug", { cost: "10.00" }));
    await save(shop, { ...FIRST, default: { ...FIRST.default, by: "amount", value: "5" } });
    await query(databaseUrl, "update shop_facts set currency = 'GBP' where shop = $1", [shop]);
    expect(await load(shop)).toMatchObject({ otherCurrency: "EUR", shopCurrency: "GBP" });
  });
});

describe("changed price rules for products in the shop", () => {
  it("can be previewed and applied, and products follow them after that", async () => {
    const shop = await shopWith(supplier, product("mug", { cost: "10.00" }));
    await importThem(shop, ["mug"]);
    await query(databaseUrl, "update variant_link set price = '15.00' where shop = $1", [shop]);
    expect(await load(shop)).toMatchObject({ followers: 0 });
    await save(shop, typed("100"));
    const { savedAt, followers } = await load(shop);
    expect(followers).toBe(1);
    expect(await submitted(PRICES, { intent: "review", savedAt: savedAt ?? "" }, shop)).toMatchObject({
      answer: {
        kind: "review",
        savedAt,
        review: { changedVariants: 1, largest: [{ before: "15.00", after: "20.00" }] },
      },
    });
    expect(await submitted(PRICES, { intent: "apply", savedAt: "" }, shop)).toMatchObject({
      answer: { notice: { title: { code: "prices.stale.title" } } },
    });
    expect(await submitted(PRICES, { intent: "apply", savedAt: savedAt ?? "" }, shop)).toMatchObject({
      answer: { notice: { tone: "success" } },
    });
    expect(await load(shop)).toMatchObject({ followers: 0 });
    expect((await linksIn(shop))["mug"]?.sync_due_at).not.toBeNull();
  });

  it("are not offered if they change no price", async () => {
    const shop = await shopWith(supplier, product("mug", { cost: "10.00" }));
    await importThem(shop, ["mug"]);
    const saved = async (form: object) => {
      await save(shop, form, { savedAt: (await load(shop)).savedAt ?? "" });
      return (await load(shop)).followers;
    };
    const costs = { ...FIRST.costs, salesTax: "19", shipping: "5.40" };
    const floor = { ...FIRST.default, marginFloor: "10" };
    expect(await saved({ ...FIRST, costs })).toBe(0);
    expect(await saved(typed("60"))).toBe(1);
    expect(await saved(typed("50"))).toBe(0);
    // Tax and shipping make the prices that a lowest margin raises.
    expect(await saved({ ...FIRST, default: floor })).toBe(1);
    await submitted(PRICES, { intent: "apply", savedAt: (await load(shop)).savedAt ?? "" }, shop);
    expect(await saved({ ...FIRST, default: floor, costs })).toBe(1);
  });
});
