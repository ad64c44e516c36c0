import { isDeepStrictEqual } from "node:util";

import type { Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { costsIn } from "./costs.ts";
import { convert } from "./exchange-rate.ts";
import { FIRST_RULES, priceRules, type PriceRules } from "./price-rules.ts";

/** All stored rules by version. `version`: the newest one, for new imports. */
export type StoredRules = {
  version: number;
  rules: Record<number, PriceRules>;
  /** When the newest rules were saved; null if the merchant has saved none. */
  savedAt: Date | null;
};

export async function readRules(tx: Tx, shop: ShopDomain): Promise<StoredRules> {
  const rows = await tx.priceRules.findMany({ where: { shop }, orderBy: { version: "asc" } });
  const newest = rows.at(-1);
  return {
    version: newest?.version ?? 0,
    rules: {
      0: FIRST_RULES,
      ...Object.fromEntries(rows.map(({ version, rules }) => [version, priceRules.parse(rules)])),
    },
    savedAt: newest?.savedAt ?? null,
  };
}

/** Locks the shop's rules against other changes until the transaction ends. */
export async function lockRules(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('catalog.price-rules'), hashtext(${shop}))`;
}

/**
 * Saves rules as the newest ones. The caller must have locked the rules (`lockRules`). If products follow the
 * newest version, adds a version. If none does, replaces that version.
 */
export async function writeRules(
  tx: Tx,
  shop: ShopDomain,
  { rules, now }: { rules: PriceRules; now: Date },
): Promise<void> {
  const { version: newest } = await readRules(tx, shop);
  const followed = await tx.productLink.findFirst({ where: { shop, priceRulesVersion: newest } });
  const version = newest === 0 || followed ? newest + 1 : newest;
  await tx.priceRules.upsert({
    where: { shop_version: { shop, version } },
    create: { shop, version, rules, savedAt: now },
    update: { rules, savedAt: now },
  });
  await removeUnused(tx, shop);
}

/** Deletes the versions that no product follows, except the newest. */
export async function removeUnused(tx: Tx, shop: ShopDomain): Promise<void> {
  await execute(tx)`
    delete from price_rules where shop = ${shop}
      and version < (select max(version) from price_rules where shop = ${shop})
      and version not in (select price_rules_version from product_link where shop = ${shop})`;
}

/**
 * Returns the versions by which every product has the same price as by the newest version, and the newest
 * itself.
 */
export function versionsWithSamePrices({ version, rules }: Pick<StoredRules, "version" | "rules">): number[] {
  const newest = rules[version] ?? FIRST_RULES;
  return Object.keys(rules)
    .map(Number)
    .filter((each) => each === version || makesSamePrices(rules[each] ?? FIRST_RULES, newest));
}

/** Returns true if the rules are equal, except for tax, shipping and exchange rates. */
export function haveSameRules(one: PriceRules, other: PriceRules): boolean {
  const isSameCurrency = one.currency === null || other.currency === null || one.currency === other.currency;
  return (
    isSameCurrency &&
    isDeepStrictEqual(one.default, other.default) &&
    isDeepStrictEqual(one.categories, other.categories)
  );
}

function makesSamePrices(rules: PriceRules, newest: PriceRules): boolean {
  const floors = [rules.default, ...rules.categories.map(({ rule }) => rule)].some(
    ({ marginFloor }) => marginFloor !== null,
  );
  return (
    haveSameRules(rules, newest) &&
    // Exchange rates change prices; a new rate does so, too, because without it there was no price. Tax and
    // shipping change prices only if a rule has a margin floor.
    [...rules.rates, ...newest.rates].every(({ from: currency, to }) => {
      const one = { amount: "1", currency };
      return isDeepStrictEqual(convert(one, to, rules.rates), convert(one, to, newest.rates));
    }) &&
    (!floors || isDeepStrictEqual(deducted(rules), deducted(newest)))
  );
}

function deducted(rules: PriceRules) {
  const { salesTax, supplierTax, shipping } = costsIn(rules);
  return { salesTax: salesTax ?? "0", supplierTax: supplierTax ?? "0", shipping };
}
