import { describe, expect, it } from "vitest";

import { connect } from "../../app/connection/connect.server.ts";
import { disconnect } from "../../app/connection/disconnect.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { recreateService } from "../../app/catalog/location/ensure-service.server.ts";
import { jobs } from "../../app/queue/jobs.ts";
import { checkSetup, sweepSetup } from "../../app/installation/check-setup.server.ts";
import { findSetup } from "../../app/installation/setup-store.server.ts";
import { readInShop } from "../../app/lib/database/db.server.ts";
import { updateProfile } from "../../app/shipping/update-profile.server.ts";
import { wakeProfile } from "../../app/shipping/shipping-store.server.ts";
import { openStandIn } from "../catalog/testing.ts";
import { sellingShop, threeProducts } from "../catalog/selling-shop.ts";
import { renderedPage, submitted } from "../messages/rendered-page.ts";
import { storeOrder } from "../orders/stored-order.ts";
import { flatForm, profilesIn, stockAtOwn } from "../shipping/testing.ts";
import { installedShop, issueToken, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { query } from "../support/database.ts";
import { runJob } from "../support/run-job.ts";
import { databaseUrl, shopify, wholesale } from "../support/world.ts";

openQueue();
await openStandIn(threeProducts);

const RATES = ["/app/rates", "routes/app.rates"] as const;

async function save(shop: ShopDomain, form: object = flatForm(), version = 0) {
  return submitted(RATES, { intent: "save", form: JSON.stringify(form), version: String(version) }, shop);
}

async function html(shop: ShopDomain): Promise<string> {
  const { status, html: shown } = await renderedPage("/app/rates", { shop, locale: "en" });
  expect(status).toBe(200);
  return shown.replaceAll("&#x27;", "'");
}

async function shopWithoutRates(marketDriven = false): Promise<ShopDomain> {
  const shop = await sellingShop();
  shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
  shopify.merchant.setMarketDriven(marketDriven, shop);
  return shop;
}

async function findings(shop: ShopDomain) {
  await checkSetup(shop);
  return stored(shop);
}

/** Runs the jobs that announce a change of the profile. @returns their number. */
async function runAnnounced(shop: ShopDomain): Promise<number> {
  const announced = await query<{ data: object }>(
    databaseUrl,
    "delete from pgboss.job where name = $1 and data->>'shop' = $2 returning data",
    [jobs["shipping.profile-changed"].name, shop],
  );
  for (const { data } of announced) await runJob("shipping.profile-changed", data);
  return announced.length;
}

async function stored(shop: ShopDomain) {
  const found = await readInShop(shop, (tx) => findSetup(tx, shop));
  return found?.findings
    .filter(({ check }) => check === "shipping-rates")
    .map(({ message, action }) => [message.code, action.kind === "link" ? action.url : action.kind]);
}

describe("the shipping rates page", () => {
  it("explains shipping rates before any are saved, and says if products will leave the merchant's own profile", async () => {
    const shown = await html(await shopWithoutRates());
    expect(shown).toContain("Let customers check out");
    expect(shown).toContain("asks you to let Stockbridge edit shipping settings");
    expect(shown).toContain("leave your own shipping profile");
    expect(await html(await shopWithoutRates(true))).not.toContain("leave your own shipping profile");
  });

  it("asks a shop that is not connected to connect first", async () => {
    const shop = await installedShop();
    const shown = await html(shop);
    expect(shown).toContain("Connect your supplier first, then enter them here.");
    expect(shown).not.toContain("Enter shipping rates");
  });

  it("previews the shop's own country, and lists each country once", async () => {
    const shop = await shopWithoutRates();
    await save(shop, flatForm("4.90", { countries: [], restOfWorld: true }));
    const shown = await html(shop);
    expect(shown).toContain('<option value="DE" selected="">Germany</option>');
    expect(shown.match(/<option[^>]*>Curaçao/g)).toHaveLength(1);
  });

  it("shows after saving how many variants have the rates, how many have none, and why", async () => {
    const shop = await shopWithoutRates();
    stockAtOwn(shop, "SKU-a-1", 3);
    expect(await save(shop)).toEqual({ status: 200, answer: { notice: null, problems: {} } });
    await updateProfile(shop);
    const shown = await html(shop);
    expect(shown).toContain("2 variants of your supplier have these rates.");
    expect(shown).toContain(
      "1 variant isn't included, because you also have stock of it at another location.",
    );
    expect(shown).toContain("Up to date");
  });

  it("saves nothing if a form has mistakes, and shows each mistake", async () => {
    const shop = await shopWithoutRates();
    const { answer } = await save(shop, flatForm("4.9999", { countries: [] }));
    expect(answer).toMatchObject({
      notice: { title: { code: "shipping.problems.title" } },
      problems: {
        "groups.0.countries": { code: "shipping.form.no-countries" },
        "groups.0.steps.0.price": { code: "number.too-precise" },
      },
    });
    expect((await save(shop, { ...flatForm(), groups: [] })).status).toBe(400);
    expect((await save(shop, flatForm("1", { countries: ["XX"] }))).status).toBe(400);
    expect(await html(shop)).toContain("Let customers check out");
  });

  it("does not overwrite rates that another window has saved", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    expect((await save(shop)).answer).toMatchObject({ notice: { title: { code: "shipping.stale.title" } } });
  });

  it("warns of a rate of zero, and of countries without rates", async () => {
    const shop = await shopWithoutRates();
    await save(shop, flatForm("0"));
    const shown = await html(shop);
    expect(shown).toContain("“Germany”: customers never pay for shipping here");
    expect(shown).toContain("Customers in countries that are in no group can't check out");
  });

  it("adds up the rates of a mixed cart", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    expect(await html(shop)).toContain("Shopify adds up both rates: €4.90 + €5.00 = €9.90");
  });

  it("reports a lost permission, a deleted profile and a disconnected shop", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    await updateProfile(shop);
    await issueToken(shop, { scopes: shopify.app.scopes.filter((scope) => !scope.endsWith("_shipping")) });
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(await html(shop)).toContain("is no longer allowed to edit shipping settings");
    await issueToken(shop);
    simulated(shop).appProfiles = [];
    await submitted(RATES, { intent: "retry" }, shop);
    await updateProfile(shop);
    expect(await html(shop)).toContain("was deleted in your shop, so its rates no longer apply");
    await disconnect(shop, { why: "disconnected" });
    expect(await html(shop)).toContain(
      "You're disconnected from your supplier. These rates stay in your shop",
    );
  });

  it("says that rates have no effect while the fulfillment service is deleted, and links to Home", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    await updateProfile(shop);
    expect(await html(shop)).toContain("Up to date");
    shopify.merchant.deleteService("Stockbridge", "KEEP", shop);
    await findings(shop);
    await wakeProfile(shop);
    await updateProfile(shop);
    const shown = await html(shop);
    expect(shown).not.toContain("Up to date");
    expect(shown).toContain("these rates apply to nothing right now");
    expect(shown).toContain("Open Home");
    expect(shown).not.toContain("Try again");
    await disconnect(shop, { why: "disconnected" });
    expect(await html(shop)).not.toContain("customers can still check out");
    expect(await html(shop)).toContain("these rates apply to nothing right now");
    await connect(shop, wholesale.account);
    expect(await recreateService(shop)).toBeNull();
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(await html(shop)).toContain("Up to date");
  });

  it("removes the rates", async () => {
    const shop = await shopWithoutRates();
    await save(shop);
    await updateProfile(shop);
    await submitted(RATES, { intent: "remove", version: "1" }, shop);
    expect(await html(shop)).toContain("Being removed");
    await updateProfile(shop);
    expect(profilesIn(shop)).toEqual([]);
    expect(await html(shop)).toContain("Let customers check out");
  });

  it("suggests rates from the supplier's past shipping charges", async () => {
    const shop = await shopWithoutRates();
    for (const costShipping of ["3.50", "4.00", "12.00"])
      await storeOrder(shop, { state: "placed", costTotal: "20.00", costCurrency: "EUR", costShipping });
    expect(await html(shop)).toContain(
      "For shipping of your last 3 orders, your supplier usually charged €4.00. The lowest charge was €3.50, the highest €12.00.",
    );
  });
});

describe("the setup check of shipping rates", () => {
  it("reports missing rates, with a link to Shipping rates, until the rates are in the shop", async () => {
    const shop = await shopWithoutRates();
    expect(await findings(shop)).toEqual([["setup.shipping-rates", "/app/rates"]]);
    await save(shop);
    await updateProfile(shop);
    expect(await findings(shop)).toEqual([]);
    simulated(shop).appProfiles = [];
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(await findings(shop)).toEqual([["setup.shipping-rates.stopped", "/app/rates"]]);
  });

  it("runs again as soon as Shopify has the rates, or has lost them", async () => {
    const shop = await shopWithoutRates();
    expect(await findings(shop)).toEqual([["setup.shipping-rates", "/app/rates"]]);
    await save(shop);
    expect(await runAnnounced(shop)).toBe(0);
    await updateProfile(shop);
    expect(await runAnnounced(shop)).toBe(1);
    await sweepSetup();
    expect(await stored(shop)).toEqual([]);
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(await runAnnounced(shop)).toBe(0);
    simulated(shop).appProfiles = [];
    await wakeProfile(shop);
    await updateProfile(shop);
    expect(await runAnnounced(shop)).toBe(1);
    await sweepSetup();
    expect(await stored(shop)).toEqual([["setup.shipping-rates.stopped", "/app/rates"]]);
    await submitted(RATES, { intent: "remove", version: "1" }, shop);
    await updateProfile(shop);
    expect(await runAnnounced(shop)).toBe(1);
  });

  it("ignores the merchant's own profile with market-driven shipping, until an order proves that customers can buy", async () => {
    const shop = await sellingShop();
    // Shopify still shows the old rates, which include our location but no longer apply.
    shopify.merchant.setMarketDriven(true, shop);
    shopify.merchant.setShipping("Stockbridge", { rates: false }, shop);
    expect(await findings(shop)).toEqual([["setup.shipping-rates.unknown", "/app/rates"]]);
    await storeOrder(shop, { state: "placed" });
    expect(await findings(shop)).toEqual([]);
  });
});
