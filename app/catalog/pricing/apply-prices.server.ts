import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { inShop, LONG_WORK } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { lockImports } from "../links/lock-imports.server.ts";
import { lockRules, readRules, removeUnused, versionsWithSamePrices } from "./price-rules-store.server.ts";

/**
 * Makes all products in the shop follow the newest rules. The sync updates their prices one by one.
 * @param savedAt save time of the rules that the merchant has reviewed.
 * @returns false, and changes nothing, if other rules were saved meanwhile.
 */
export async function applyPrices(shop: ShopDomain, { savedAt }: { savedAt: Date | null }): Promise<boolean> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      await lockRules(tx, shop);
      const newest = await readRules(tx, shop);
      if (newest.savedAt?.getTime() !== savedAt?.getTime()) return false;
      const { count: products } = await tx.productLink.updateMany({
        where: followers(shop, versionsWithSamePrices(newest)),
        data: { priceRulesVersion: newest.version, ...dueAt(now, "sync"), syncRetryCount: 0 },
      });
      // Also sets the version of all other products. Most of them have the same prices by the newest rules.
      // Products that the shop does not sell get their prices when they come back.
      await tx.productLink.updateMany({ where: { shop }, data: { priceRulesVersion: newest.version } });
      await removeUnused(tx, shop);
      if (products > 0) {
        await enqueue(tx, jobs["catalog.sync"], { shop });
        await recordActivity(tx, {
          shop,
          kind: "catalog.prices-applied",
          tone: "info",
          at: now,
          message: { code: "catalog.activity.prices-applied", products },
        });
      }
      return true;
    },
    LONG_WORK,
  );
}

/**
 * Selects products in the shop that follow older rules with other prices.
 * @param versions the versions that make the newest prices (`versionsWithSamePrices`)
 */
export function followers(shop: ShopDomain, versions: number[]) {
  return {
    shop,
    shopProductId: { not: null },
    state: { not: "importing" },
    delisted: null,
    priceRulesVersion: { notIn: versions },
  };
}
