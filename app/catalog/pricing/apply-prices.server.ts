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
 * @returns false if other rules, which the merchant has not seen, were saved meanwhile.
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
      // Products outside the shop get their prices when they come back. The others have the newest prices already.
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
 * Selects products in the shop that follow other rules, including products whose later import was skipped.
 * @param versions the newest version and those with the same prices (`versionsWithSamePrices`).
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
