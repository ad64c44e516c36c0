import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { FIRST_RULES, priceRules, type PriceRules } from "./price-rules.ts";

/** The rules that are in use, and which of them are for what is imported now. */
export type StoredRules = {
  version: number;
  rules: Record<number, PriceRules>;
  /** When the newest were saved; null while they are those of the beginning. */
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

/** Lets nobody else change the shop's rules, or apply them, until the transaction ends. */
export async function lockRules(tx: Tx, shop: ShopDomain): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('catalog.price-rules'), hashtext(${shop}))`;
}

/**
 * Makes these the newest rules, under their lock. Where no product follows the newest of before, they take its place: so
 * there are never more versions than products follow, and one.
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

/** Removes the versions that no product follows any more, but the newest. */
export async function removeUnused(tx: Tx, shop: ShopDomain): Promise<void> {
  await tx.$executeRaw`
    delete from price_rules where shop = ${shop}
      and version < (select max(version) from price_rules where shop = ${shop})
      and version not in (select price_rules_version from product_link where shop = ${shop})`;
}
