import { Prisma, type ShopFacts as StoredFacts } from "@prisma/client";

import { type NewEntry, recordActivities } from "../lib/activity/record-activity.server.ts";
import { inShop, readInShop, type Tx } from "../lib/database/db.server.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";

/** Selects the shop's stored currency; null if it was never read. */
export function currencyOf(shop: ShopDomain): Prisma.Sql {
  return Prisma.sql`(select currency from shop_facts where shop = ${shop})`;
}

/** Settings of the shop that Stockbridge follows. */
export type ShopFacts = { currency: string; timeZone: string; taxesIncluded: boolean };

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the stored facts; null if they were never read. */
export async function storedFacts(tx: Tx, shop: ShopDomain): Promise<StoredFacts | null> {
  return tx.shopFacts.findUnique({ where: { shop } });
}

/**
 * Returns the facts. Reads them again if they are older than `maxAgeMs` (an hour unless given), because the webhook
 * about a change may be lost. Returns the stored facts if Shopify does not answer.
 * @throws Failure if Shopify does not answer and none are stored.
 */
export async function currentFacts(
  shop: ShopDomain,
  {
    stored,
    now,
    maxAgeMs = HOUR_MS,
  }: { stored: StoredFacts | null; now: Date; maxAgeMs?: number | undefined },
): Promise<StoredFacts | ShopFacts> {
  if (isComplete(stored) && now.getTime() - stored.readAt.getTime() < maxAgeMs) return stored;
  try {
    return await refreshFacts(shop, now);
  } catch (error) {
    if (stored === null || !(error instanceof Failure)) throw error;
    return stored;
  }
}

/** Returns false if an earlier version of Stockbridge, which did not read the time zone and the taxes, stored the facts. */
function isComplete(stored: StoredFacts | null): stored is StoredFacts {
  return stored !== null && stored.timeZone !== null && stored.taxesIncluded !== null;
}

/** Returns the shop's time zone; null if it is unknown. */
export async function findTimeZone(shop: ShopDomain): Promise<string | null> {
  return timeZoneOf(
    shop,
    await readInShop(shop, async (tx, now) => ({ stored: await storedFacts(tx, shop), now })),
  );
}

/** Returns the shop's time zone, given the stored facts. */
export async function timeZoneOf(
  shop: ShopDomain,
  known: { stored: StoredFacts | null; now: Date },
): Promise<string | null> {
  try {
    return (await currentFacts(shop, { ...known, maxAgeMs: DAY_MS })).timeZone;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return null;
  }
}

/** Reads the facts from Shopify. */
export async function readFacts(shop: ShopDomain): Promise<ShopFacts> {
  const data = await queryShop(shop, (request) =>
    request(`#graphql
      query shopFacts { shop { currencyCode ianaTimezone taxesIncluded } }
    `),
  );
  const { currencyCode: currency, ianaTimezone: timeZone, taxesIncluded } = data.shop;
  return { currency, timeZone, taxesIncluded };
}

/**
 * Reads and stores the facts, and returns them. If they have changed, records the consequences for the merchant. Keeps
 * and returns the stored facts if their read began later.
 * @param known a time of the database before this call, if the caller has one.
 */
export async function refreshFacts(shop: ShopDomain, known?: Date): Promise<StoredFacts | ShopFacts> {
  const asOf = known ?? (await readInShop(shop, (_, now) => Promise.resolve(now)));
  const facts = await readFacts(shop);
  return inShop(shop, async (tx, now) => {
    // Locks the row, so that only one of two concurrent reads finds a change.
    await queryRows(tx)`select from shop_facts where shop = ${shop} for update`;
    const before = await storedFacts(tx, shop);
    if (isComplete(before) && before.readAt > asOf) return before;
    const isOther =
      before !== null && (before.currency !== facts.currency || before.taxesIncluded !== facts.taxesIncluded);
    // Prices are judged again even if the facts change back in the meantime.
    const data = { ...facts, readAt: asOf, ...(isOther && { judging: {} }) };
    await tx.shopFacts.upsert({ where: { shop }, create: { shop, ...data }, update: data });
    await recordActivities(tx, before ? changes(shop, { before, facts, at: now }) : []);
    return facts;
  });
}

function changes(
  shop: ShopDomain,
  { before, facts, at }: { before: StoredFacts; facts: ShopFacts; at: Date },
): NewEntry[] {
  const entries: NewEntry[] = [];
  if (before.currency !== facts.currency) {
    entries.push({
      shop,
      kind: "shop.currency-changed",
      tone: "warning",
      message: { code: "shop.activity.currency-changed", before: before.currency, now: facts.currency },
      subject: { label: { code: "prices.title" }, url: "/app/prices" },
      at,
    });
  }
  if (before.timeZone !== null && before.timeZone !== facts.timeZone) {
    entries.push({
      shop,
      kind: "shop.time-zone-changed",
      tone: "info",
      message: { code: "shop.activity.time-zone-changed", before: before.timeZone, now: facts.timeZone },
      at,
    });
  }
  if (before.taxesIncluded !== null && before.taxesIncluded !== facts.taxesIncluded) {
    entries.push({
      shop,
      kind: "shop.taxes-changed",
      tone: "warning",
      message: {
        code: facts.taxesIncluded ? "shop.activity.taxes-included" : "shop.activity.taxes-excluded",
      },
      subject: { label: { code: "prices.title" }, url: "/app/prices" },
      at,
    });
  }
  return entries;
}
