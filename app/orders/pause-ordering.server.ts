import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { ensureSettings } from "./ordering-settings.server.ts";

/** Lets nothing more be ordered for the shop until it is resumed. Paused already, it stays paused since then. */
export async function pauseOrdering(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    await ensureSettings(tx, shop);
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, pausedAt: null },
      data: { pausedAt: now },
    });
    if (count === 0) return;
    const said = "You paused ordering. Orders wait until you resume it on the settings page; none is lost.";
    await recordActivity(tx, {
      shop,
      kind: "orders.paused",
      tone: "info",
      message: { code: "earlier-message", text: said },
      at: now,
    });
  });
}
