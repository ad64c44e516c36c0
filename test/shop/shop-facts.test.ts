import { describe, expect, it } from "vitest";

import { findPricing } from "../../app/catalog/pricing/find-pricing.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { findTimeZone } from "../../app/shop/shop-facts.server.ts";
import { handleWebhook } from "../support/handle-webhook.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { databaseUrl, newShop, shopify } from "../support/world.ts";

/** Handles the webhook, which names no setting. */
async function handleUpdate(shop: ShopDomain): Promise<void> {
  await handleWebhook("shop/update", { shop });
}

/** Makes the stored facts older. */
async function age(shop: ShopDomain, hours: number): Promise<void> {
  const aged = "update shop_facts set read_at = read_at - $2::int * interval '1 hour' where shop = $1";
  await query(databaseUrl, aged, [shop, hours]);
}

async function recorded(shop: ShopDomain) {
  return query<{ kind: string; message: object }>(
    databaseUrl,
    "select kind, message from activity where shop = $1 order by id",
    [shop],
  );
}

describe("findTimeZone", () => {
  it("reads the zone once, and again after a day", async () => {
    const shop = await installedShop();
    expect(await findTimeZone(shop)).toBe("Europe/Berlin");
    simulated(shop).ianaTimezone = "Asia/Kolkata";
    const { calls } = simulated(shop).usage;
    await age(shop, 23);
    expect(await findTimeZone(shop)).toBe("Europe/Berlin");
    expect(simulated(shop).usage.calls).toBe(calls);
    await age(shop, 1);
    expect(await findTimeZone(shop)).toBe("Asia/Kolkata");
  });

  it("returns the stored zone while Shopify does not answer, and null if no zone is stored", async () => {
    const shop = await installedShop();
    shopify.setFault("shopFacts", "502", 2);
    expect(await findTimeZone(shop)).toBeNull();
    expect(await findTimeZone(newShop())).toBeNull();
    shopify.setFault("shopFacts", "502", 0);
    await findTimeZone(shop);
    await age(shop, 48);
    shopify.setFault("shopFacts", "502", 2);
    expect(await findTimeZone(shop)).toBe("Europe/Berlin");
    shopify.setFault("shopFacts", "502", 0);
  });

  it("reads the zone of a shop if an earlier version stored only the currency", async () => {
    const shop = await installedShop();
    const row = "insert into shop_facts (shop, currency, read_at) values ($1, 'EUR', now())";
    await query(databaseUrl, row, [shop]);
    expect(await findTimeZone(shop)).toBe("Europe/Berlin");
    expect(await recorded(shop)).toEqual([]);
  });
});

describe("findPricing", () => {
  it("reads whether prices include tax if an earlier version stored only currency and zone", async () => {
    const shop = await installedShop();
    const row =
      "insert into shop_facts (shop, currency, time_zone, read_at) values ($1, 'EUR', 'Europe/Berlin', now())";
    await query(databaseUrl, row, [shop]);
    expect(await findPricing(shop)).toMatchObject({ taxesIncluded: true });
    expect(await recorded(shop)).toEqual([]);
  });
});

describe("the webhook shop/update", () => {
  it("stores the shop's new time zone and currency, and tells the merchant once", async () => {
    const shop = await installedShop();
    await handleUpdate(shop);
    expect(await recorded(shop)).toEqual([]);
    Object.assign(simulated(shop), { ianaTimezone: "America/New_York", currencyCode: "USD" });
    await Promise.all([handleUpdate(shop), handleUpdate(shop)]);
    expect(await findTimeZone(shop)).toBe("America/New_York");
    expect(await findPricing(shop)).toMatchObject({ shopCurrency: "USD" });
    expect(await recorded(shop)).toMatchObject([
      {
        kind: "shop.currency-changed",
        message: { code: "shop.activity.currency-changed", before: "EUR", now: "USD" },
      },
      {
        kind: "shop.time-zone-changed",
        message: {
          code: "shop.activity.time-zone-changed",
          before: "Europe/Berlin",
          now: "America/New_York",
        },
      },
    ]);
  });

  it("keeps what a read that began later has stored", async () => {
    const shop = await installedShop();
    await handleUpdate(shop);
    const later =
      "update shop_facts set currency = 'USD', read_at = now() + interval '1 minute' where shop = $1";
    await query(databaseUrl, later, [shop]);
    await handleUpdate(shop);
    expect(await findPricing(shop)).toMatchObject({ shopCurrency: "USD" });
    expect(await recorded(shop)).toEqual([]);
  });

  it.each([true, false])(
    "stores whether prices include tax, and tells the merchant about a change (%s)",
    async (included) => {
      const shop = await installedShop();
      simulated(shop).taxesIncluded = !included;
      await handleUpdate(shop);
      simulated(shop).taxesIncluded = included;
      await Promise.all([handleUpdate(shop), handleUpdate(shop)]);
      expect(await findPricing(shop)).toMatchObject({ taxesIncluded: included });
      expect(await recorded(shop)).toMatchObject([
        {
          kind: "shop.taxes-changed",
          message: { code: included ? "shop.activity.taxes-included" : "shop.activity.taxes-excluded" },
        },
      ]);
    },
  );
});
