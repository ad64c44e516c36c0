import { describe, expect, it } from "vitest";

import { recordActivity } from "../../app/lib/activity/record-activity.server.ts";
import { inShop } from "../../app/lib/database/db.server.ts";
import type { ShopDomain } from "../../app/lib/shop-domain.ts";
import { renderedPage } from "../messages/rendered-page.ts";
import { query } from "../support/database.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { openQueue } from "../support/queue.ts";
import { databaseUrl } from "../support/world.ts";

openQueue();

const MINUTE_MS = 60_000;

async function shopIn(timeZone: string): Promise<ShopDomain> {
  const shop = await installedShop();
  simulated(shop).ianaTimezone = timeZone;
  return shop;
}

async function record(shop: ShopDomain, at: Date): Promise<void> {
  await inShop(shop, (tx) =>
    recordActivity(tx, { shop, kind: "shop.happened", tone: "info", at, message: { code: "access.lost" } }),
  );
}

/** Returns the days' titles and the moments' exact times on the Activity page, in their order. */
async function activityOf(shop: ShopDomain, locale = "en"): Promise<string[]> {
  const { html } = await renderedPage("/app/activity", { shop, locale });
  return [...html.matchAll(/<h2[^>]*>([^<]+)|<time [^>]*title="([^"]+)"/g)].map(([, heading, exact]) =>
    (heading ?? exact ?? "").replaceAll(/\s/g, " "),
  );
}

/** Returns the last midnight in a time zone. Every zone changes by whole minutes. */
function lastMidnight(timeZone: string): Date {
  const dayOf = (at: number) => new Date(at).toLocaleDateString("en", { timeZone });
  let at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  while (dayOf(at - 1) === dayOf(at)) at -= MINUTE_MS;
  return new Date(at);
}

describe("the Activity page", () => {
  it.each(["Asia/Kolkata", "America/New_York"])(
    "begins “Today” at midnight in the shop's time zone %s",
    async (timeZone) => {
      const shop = await shopIn(timeZone);
      const midnight = lastMidnight(timeZone);
      await record(shop, new Date(midnight.getTime() - 1000));
      await record(shop, midnight);
      const exact = (at: number) =>
        new Date(at)
          .toLocaleString("en", { timeZone, dateStyle: "long", timeStyle: "long" })
          .replaceAll(/\s/g, " ");
      expect(await activityOf(shop)).toEqual([
        "Today",
        exact(midnight.getTime()),
        "Yesterday",
        exact(midnight.getTime() - 1000),
      ]);
      expect(exact(midnight.getTime())).toContain(" at 12:00:00 AM ");
    },
  );

  it("says how long ago a recent event was", async () => {
    const shop = await shopIn("Asia/Kolkata");
    await record(shop, new Date(Date.now() - 5.5 * MINUTE_MS));
    const { html } = await renderedPage("/app/activity", { shop, locale: "en" });
    expect(html).toMatch(/<time dateTime="[^"]+Z" title="[^"]+ GMT\+5:30">5 minutes ago<\/time>/);
  });

  it("uses UTC, and says so, if Node does not know the time zone", async () => {
    const shop = await shopIn("Asia/Kolkata");
    const row =
      "insert into shop_facts (shop, currency, time_zone, taxes_included, read_at) values ($1, 'EUR', 'Mars/Olympus', true, now())";
    await query(databaseUrl, row, [shop]);
    await record(shop, new Date("2026-11-20T20:00:00Z"));
    const { html } = await renderedPage("/app/activity", { shop, locale: "en" });
    expect(html).toContain("Friday, November 20, 2026");
    expect(html.replaceAll(/\s/g, " ")).toContain(">8:00 PM UTC</time>");
  });

  it("writes the time as the merchant's language does", async () => {
    const shop = await shopIn("Europe/Berlin");
    await record(shop, new Date("2026-11-20T20:00:00Z"));
    expect(await activityOf(shop, "de")).toEqual([
      "Freitag, 20. November 2026",
      "20. November 2026 um 21:00:00 MEZ",
    ]);
  });
});
