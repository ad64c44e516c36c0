import { Prisma } from "@prisma/client";

import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sweepShops } from "../queue/sweep.server.ts";
import { isRestored, isUnnotified, markNotified } from "../shop/auth/access-store.server.ts";
import { restoreAccess } from "./restore-access.server.ts";

/** Resumes the work of shops whose access is restored, and notifies merchants whose access is lost, each once. */
export async function sweepAccess(): Promise<void> {
  const [restored, lost] = [lostAnd(isRestored), lostAnd(isUnnotified)];
  await sweepShops({ purpose: "access", name: "restored", query: restored, process: restoreAccess });
  await sweepShops({ purpose: "access", name: "lost", query: lost, process: notifyAccessLost });
}

function lostAnd(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select shop from shop_access where lost_at <= now() and ${condition}`;
}

/** Records in the activity that Shopify accepts none of the shop's tokens. */
async function notifyAccessLost({ shop }: { shop: ShopDomain }): Promise<void> {
  await inShop(shop, async (tx, now) => {
    if (!(await markNotified(tx, shop, now))) return;
    await recordActivity(tx, {
      shop,
      kind: "shop.access-lost",
      tone: "warning",
      message: { code: "access.lost" },
      at: now,
    });
  });
}
