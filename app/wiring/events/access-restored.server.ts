import { recordActivity } from "../../activity/record-activity.server.ts";
import { wakeCatalogAfterAccessRestored } from "../../catalog/wake-catalog-after-access-restored.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { wakeOrders } from "../../orders/store/wake-orders.server.ts";
import { wakeEntriesAfterAccessRestored } from "../../queue/keep-entries.server.ts";
import { findRestored, markAccessRestored } from "../../shop/auth/access-store.server.ts";
import { isInstalled } from "../../shop/installation.server.ts";
import { wakeShipmentsAfterAccessRestored } from "../../tracking/updates/wake-tracking.server.ts";

/**
 * The shop has a token that lasts, since somebody has opened a page of the app or Shopify renewed the old one: if access was
 * lost before and the shop itself answers, everything that waited for it continues. Called by the page, and by the sweep.
 */
export async function restoreAccess({ shop }: { shop: ShopDomain }): Promise<void> {
  if (!(await findRestored(shop)) || !(await answers(shop))) return;
  await wakeEntriesAfterAccessRestored(shop);
  await wakeOrders(shop, "access-restored");
  await wakeCatalogAfterAccessRestored(shop);
  await wakeShipmentsAfterAccessRestored(shop);
  // Recorded last: after a crash the sweep begins anew, and to wake twice does no harm.
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

/** A closed shop may give out tokens as ever. Without a clear answer the sweep asks again. */
async function answers(shop: ShopDomain): Promise<boolean> {
  try {
    return await isInstalled(shop);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
