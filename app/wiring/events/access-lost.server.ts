import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { markNotified } from "../../shop/auth/access-store.server.ts";

/** Shopify accepts none of a shop's tokens any more, as some call has found out: the merchant is notified, once. */
export async function notifyAccessLost({ shop }: { shop: ShopDomain }): Promise<void> {
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
