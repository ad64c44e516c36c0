import { recordActivity } from "../../activity/record-activity.server.ts";
import { wakeCatalogAfterAccessRestored } from "../../catalog/wake-catalog-after-access-restored.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { wakeOrders } from "../../orders/wake-orders.server.ts";
import { wakeEntriesAfterAccessRestored } from "../../queue/inbox.server.ts";
import { findRestored, markAccessRestored } from "../../shop/auth/access-store.server.ts";
import { wakeShipmentsAfterAccessRestored } from "../../tracking/wake-tracking.server.ts";

/**
 * Somebody has opened a page of the app, which brings a new token: if access to the shop was lost before, everything
 * that waited for it continues. Called by the page itself, and by the sweep.
 */
export async function restoreAccess({ shop }: { shop: ShopDomain }): Promise<void> {
  if (!(await findRestored(shop))) return;
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
