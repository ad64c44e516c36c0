import { recordActivity } from "../activity/record-activity.server.ts";
import { wakeCatalogAfterAccessRestored } from "../catalog/wake-catalog-after-access-restored.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { wakeOrders } from "../orders/wake-orders.server.ts";
import { wakeEntriesAfterAccessRestored } from "../queue/inbox.server.ts";
import { markAccessRestored, isRestored } from "../shop/auth/access-store.server.ts";
import { wakeShipmentsAfterAccessRestored } from "../tracking/wake-tracking.server.ts";

/**
 * Wakes everything that waited for a shop to let us in again, if it has shut us out before and lets us in now. Called
 * when a page of the app is opened, which is what brings the new token, and by the sweep.
 */
export async function restoreAccess(shop: ShopDomain, now: Date): Promise<void> {
  if (!(await isRestored(shop, now))) return;
  await wakeEntriesAfterAccessRestored(shop, now);
  await wakeOrders(shop, "access-restored");
  await wakeCatalogAfterAccessRestored(shop);
  await wakeShipmentsAfterAccessRestored(shop, now);
  // Written down last: after a crash the sweep begins anew, and to wake twice does no harm.
  await inShop(shop, async (tx) => {
    if (!(await markAccessRestored(tx, shop, now))) return;
    await recordActivity(tx, {
      shop,
      kind: "shop.token-restored",
      tone: "success",
      message: { code: "access.restored" },
      at: now,
    });
  });
}
