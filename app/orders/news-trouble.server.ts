import type { Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { tell } from "./order-store.server.ts";

/** Why there is no news of an order that the platform has. News that can be taken again ends each of them. */
export const newsTroubles = ["news-differs", "not-there", "news-unread"] as const;

export type NewsTrouble =
  /** What the platform tells is about another order. */
  | { reason: "news-differs" }
  /** The platform says that it has no order of that number. */
  | { reason: "not-there" }
  /** It answers something that cannot be read: `why` in the merchant's words. */
  | { reason: "news-unread"; why: string };

/**
 * Writes down why there is no news of an order, and tells the merchant once where they have to look. The order stays
 * where it is.
 */
export async function noteNewsTrouble(
  tx: Tx,
  { shop, orderId, trouble, now }: { shop: ShopDomain; orderId: string; trouble: NewsTrouble; now: Date },
): Promise<void> {
  const { reason } = trouble;
  const order = await tx.supplierOrder.findUnique({ where: { id: orderId } });
  if (order === null || order.reason === reason) return;
  // What the merchant has to know already is not put aside for what may pass.
  const mayWait = order.reason !== null && !newsTroubles.some((each) => each === order.reason);
  if (reason === "news-unread" && mayWait) return;
  const said = sayTrouble(trouble, order.wholesaleOrderId ?? "");
  // Two at once: only one of them finds it unsaid.
  const { count } = await tx.supplierOrder.updateMany({
    where: { id: orderId, reason: order.reason },
    data: { reason, said },
  });
  if (count === 0 || reason === "news-unread") return;
  const told = `Order ${order.orderName}: ${said}`;
  await tell(tx, { ...order, shop }, { kind: `orders.${reason}`, tone: "critical", said: told, at: now });
}

function sayTrouble(trouble: NewsTrouble, number: string): string {
  switch (trouble.reason) {
    case "news-differs":
      return `What the platform tells of its order ${number} is not about this order: the reference or the pieces differ from what was ordered. Stockbridge does not go by it. Compare the two on the platform, and ask there if they differ.`;
    case "not-there":
      return `The platform took it, and now says that it has no order ${number}. Ask the platform about it. If this shop is connected to another account than the one it was ordered with, connect it to that one again.`;
    case "news-unread":
      return `The platform's news of its order ${number} cannot be read, so nothing of it reaches Shopify. Stockbridge goes on asking. ${trouble.why}`;
  }
}
