import { inShop } from "../../lib/database/db.server.ts";
import { after } from "../../queue/back-off.ts";
import { changeClaimed, type ClaimedOrder } from "./order-store.server.ts";

/** Time within which a lagging replica of Shopify catches up, or missing access returns. */
export const GONE_AFTER_SECONDS = 600;
const FIRST_LOOK_AFTER_SECONDS = 10;
const LOOK_AFTER_SECONDS = 60;

/**
 * Returns true once Shopify has replied for ten minutes, at least twice, that it has no such fulfillment
 * order. Until then stores the time of the first such reply, and postpones the order. Counts time instead of
 * reads, since several webhooks can cause several reads within a second. A failed call is no reply.
 */
export async function isGoneForLong(order: ClaimedOrder): Promise<boolean> {
  const { shop, notShownSince, claimedAt } = order;
  if (notShownSince !== null && claimedAt >= after(notShownSince, GONE_AFTER_SECONDS)) return true;
  await inShop(shop, async (tx, now) => {
    const seconds = notShownSince === null ? FIRST_LOOK_AFTER_SECONDS : LOOK_AFTER_SECONDS;
    await changeClaimed(tx, order, { notShownSince: notShownSince ?? now, dueAt: after(now, seconds) });
  });
  return false;
}

/** Clears the time of the first empty answer: Shopify shows the fulfillment order. The order stays claimed. */
export async function clearNotShown(order: ClaimedOrder): Promise<void> {
  if (order.notShownSince === null) return;
  const { shop, retryCount } = order;
  await inShop(shop, (tx) => changeClaimed(tx, order, { notShownSince: null, retryCount }));
}
