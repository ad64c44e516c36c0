import { recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { ensureSettings } from "./ordering-settings.server.ts";

const SAID = {
  on: "From now on Stockbridge requests fulfilment for every order that is paid. Older orders are not touched.",
  off: "Stockbridge no longer requests fulfilment by itself: you request it for each order in Shopify.",
};

/**
 * Gives or takes back the merchant's automatic ordering to request fulfilment for each order that is paid from now
 * on. Given twice, it holds since the first time.
 */
export async function setAutomaticOrdering(
  shop: ShopDomain,
  { to, now }: { to: "on" | "off"; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    await ensureSettings(tx, shop);
    const { count } = await tx.orderingSettings.updateMany({
      where: { shop, automaticOrderingSince: to === "on" ? null : { not: null } },
      data: { automaticOrderingSince: to === "on" ? now : null },
    });
    if (count === 0) return;
    await recordActivity(tx, {
      shop,
      kind: `orders.automatic-ordering-${to}`,
      tone: "info",
      message: { code: "earlier-message", text: SAID[to] },
      at: now,
    });
  });
}
