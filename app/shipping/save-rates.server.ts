import { randomBytes } from "node:crypto";
import { Prisma } from "@prisma/client";

import { findPricing } from "../catalog/pricing/find-pricing.server.ts";
import { recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Rates } from "./rates.ts";
import { type FormProblems, type RatesForm, readRatesForm } from "./rates-form.ts";
import { makeProfileDue } from "./shipping-store.server.ts";

/**
 * Saves the rates in the form and makes the shop's profile due, or returns a problem per input. "stale":
 * other rates were saved since the merchant loaded the page.
 * @throws Failure as `findPricing`.
 */
export async function saveRates(
  shop: ShopDomain,
  { form, version }: { form: RatesForm; version: number },
): Promise<{ kind: "saved" } | { kind: "stale" } | { kind: "problems"; problems: FormProblems }> {
  const { shopCurrency } = await findPricing(shop);
  const read = readRatesForm(form, shopCurrency);
  if (!read.ok) return { kind: "problems", problems: read.problems };
  const isSaved = await inShop(shop, (tx, now) => write(tx, shop, { rates: read.rates, version, now }));
  return { kind: isSaved ? "saved" : "stale" };
}

/**
 * Stores that the shop has no rates. The next update then removes the profile from the shop. @returns false if other
 * rates were saved since the merchant loaded the page.
 * @returns false if other rates were saved since the merchant loaded the page.
 */
export async function removeRates(shop: ShopDomain, version: number): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const row = await tx.shippingProfile.findUnique({ where: { shop } });
    if (row === null) return true;
    const { title, currency } = row;
    return write(tx, shop, { rates: { title, currency, groups: [] }, version, now });
  });
}

async function write(
  tx: Tx,
  shop: ShopDomain,
  { rates, version, now }: { rates: Rates; version: number; now: Date },
): Promise<boolean> {
  const change = { ...rates, savedAt: now, problem: Prisma.DbNull };
  // The suffix distinguishes our profile from a profile of another installation of the app.
  const name = `Stockbridge ${randomBytes(2).toString("hex")}`;
  const { count } =
    version === 0
      ? await tx.shippingProfile.createMany({ data: { shop, name, ...change }, skipDuplicates: true })
      : await tx.shippingProfile.updateMany({
          where: { shop, version },
          data: { ...change, version: version + 1 },
        });
  if (count === 0) return false;
  await makeProfileDue(tx, shop);
  const isRemoved = rates.groups.length === 0;
  await recordActivity(tx, {
    shop,
    kind: isRemoved ? "shipping.removed" : "shipping.saved",
    tone: "info",
    message: { code: isRemoved ? "shipping.activity.removed" : "shipping.activity.saved" },
    subject: { label: { code: "shipping.title" }, url: "/app/rates" },
    at: now,
  });
  return true;
}
