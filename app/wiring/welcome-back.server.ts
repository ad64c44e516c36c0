import { recordActivity } from "../activity/record-activity.server.ts";
import { wakeShutOutCatalog } from "../catalog/wake-shut-out-catalog.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { wakeShutOutOrders } from "../orders/wake-shut-out-orders.server.ts";
import { wakeShutOutEntries } from "../queue/inbox.server.ts";
import { endLoss, isRegained } from "../shop/access-store.server.ts";
import { wakeShutOutShipments } from "../tracking/wake-tracking.server.ts";

/**
 * Wakes everything that waited for a shop to let us in again, if it has shut us out before and lets us in now. Called
 * when a page of the app is opened, which is what brings the new token, and by the sweep.
 */
export async function welcomeBack(shop: ShopDomain, now: Date): Promise<void> {
  if (!(await isRegained(shop, now))) return;
  await wakeShutOutEntries(shop, now);
  await wakeShutOutOrders(shop, now);
  await wakeShutOutCatalog(shop, now);
  await wakeShutOutShipments(shop, now);
  // Written down last: after a crash the sweep begins anew, and to wake twice does no harm.
  await inShop(shop, async (tx) => {
    if (!(await endLoss(tx, shop, now))) return;
    await recordActivity(tx, {
      shop,
      kind: "shop.token-regained",
      tone: "success",
      said: "Your shop lets Stockbridge in again. What waited goes on now.",
      at: now,
    });
  });
}
