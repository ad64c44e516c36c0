import { Prisma } from "@prisma/client";
import { onHome, recordActivity } from "../lib/activity/record-activity.server.ts";
import { inShop } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { sweepShops } from "../queue/sweep.server.ts";
import {
  isRestored,
  isUnnotified,
  markNotified,
  findRestored,
  markAccessRestored,
} from "../shop/auth/access-store.server.ts";
import { wakeCatalogAfterAccessRestored } from "../catalog/wake-catalog.server.ts";
import { wakeProfile } from "../shipping/shipping-store.server.ts";
import { Failure } from "../lib/failure.ts";
import { wakeOrders } from "../orders/store/wake-orders.server.ts";
import { wakeEntriesAfterAccessRestored } from "../queue/inbox.server.ts";
import { isInstalled } from "../shop/installation.server.ts";
import { wakeShipmentsAfterAccessRestored } from "../orders/tracking/wake-tracking.server.ts";

/**
 * Resumes the work of shops whose access is restored. Notifies merchants once if their shop's access is lost.
 */
export async function sweepAccess(): Promise<void> {
  const [restored, lost] = [lostAnd(isRestored), lostAnd(isUnnotified)];
  await sweepShops({ purpose: "access", name: "restored", query: restored, process: restoreAccess });
  await sweepShops({ purpose: "access", name: "lost", query: lost, process: notifyAccessLost });
}

/**
 * Resumes all work that waited for access to the shop. First checks that access was lost, that there is a valid
 * token again, and that the shop answers. A page calls this, because opening a page brings a new token. The
 * sweep also calls it, because Shopify may renew the old token.
 */
export async function restoreAccess({ shop }: { shop: ShopDomain }): Promise<void> {
  if (!(await inShop(shop, (tx) => findRestored(tx, shop))) || !(await answers(shop))) return;
  await wakeEntriesAfterAccessRestored(shop);
  await wakeOrders(shop, "access-restored");
  await wakeCatalogAfterAccessRestored(shop);
  await wakeShipmentsAfterAccessRestored(shop);
  await wakeProfile(shop);
  // This comes last, so that the sweep repeats everything after a crash. Waking work twice does no harm.
  await inShop(shop, async (tx, now) => {
    if (!(await markAccessRestored(tx, shop, now))) return;
    await recordActivity(tx, {
      shop,
      kind: "shop.access-restored",
      tone: "success",
      message: { code: "access.restored" },
      at: now,
    });
  });
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
      subjects: [onHome({ code: "orders.reason.access-lost.label" })],
      at: now,
    });
  });
}

/**
 * Returns true if the shop answers. A token is not enough: a closed shop may still issue one. After a failure,
 * the sweep tries again.
 */
async function answers(shop: ShopDomain): Promise<boolean> {
  try {
    return await isInstalled(shop);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
