import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop, LONG_WORK, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { jobs } from "../../jobs.ts";
import { lockRules, readRules, removeUnused } from "./price-rules-store.server.ts";

/**
 * Lets all products in the shop follow the newest rules. They are due to get their prices then, one after the other.
 *
 * @param savedAt when the rules were saved whose effect the merchant has seen.
 * @returns whether it did: others, saved in between, are not applied unseen.
 */
export async function applyPrices(shop: ShopDomain, { savedAt }: { savedAt: Date | null }): Promise<boolean> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      await lockRules(tx, shop);
      const newest = await readRules(tx, shop);
      if (newest.savedAt?.getTime() !== savedAt?.getTime()) return false;
      const products = await tx.$executeRaw`
        update product_link set price_rules_version = ${newest.version}, sync_due_at = ${now},
          sync_leased_until = null, sync_retry_count = 0
        where shop = ${shop} and shop_product_id is not null and state <> 'importing'
          and delisted is null and price_rules_version <> ${newest.version}`;
      // Those that are not in the shop now have prices to follow when they come back.
      await tx.productLink.updateMany({ where: { shop }, data: { priceRulesVersion: newest.version } });
      await removeUnused(tx, shop);
      if (products > 0) {
        await enqueue(tx, jobs["catalog.sync"], { shop });
        await recordActivity(tx, {
          ...{ shop, kind: "catalog.prices-applied", tone: "info", at: now },
          message: { code: "catalog.activity.prices-applied", products },
        });
      }
      return true;
    },
    LONG_WORK,
  );
}

/** How many products in the shop follow other rules than the newest. */
export async function countFollowers(
  tx: Tx,
  shop: ShopDomain,
  { version }: { version: number },
): Promise<number> {
  return tx.productLink.count({ where: followers(shop, { version }) });
}

/** The products in the shop that follow other rules; one that could not be imported again is there as well. */
export function followers(shop: ShopDomain, { version }: { version: number }) {
  return {
    ...{ shop, shopProductId: { not: null }, state: { not: "importing" }, delisted: null },
    priceRulesVersion: { not: version },
  };
}
