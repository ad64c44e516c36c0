import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { wakeOrders } from "./wake-orders.server.ts";

/** Ends the merchant's pause, and lets what waited go on. */
export async function resumeOrdering(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, pausedAt: { not: null } },
      data: { pausedAt: null },
    });
    if (count === 0) return;
    const said = "You resumed ordering. The orders that waited go on.";
    await recordActivity(tx, {
      shop,
      kind: "orders.resumed",
      tone: "info",
      message: { code: "earlier-message", text: said },
      at: now,
    });
  });
  // Pressed a second time as well: the first one may have ended in between.
  await wakeOrders(shop, now);
}
