import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { tell } from "../order-store.server.ts";

/** Why there is no news of an order that the supplier has. News that can be taken again ends each of them. */
export const updateProblems = ["update-differs", "unknown-to-supplier", "update-unreadable"] as const;

export type UpdateProblem =
  /** What the supplier tells is about another order. */
  | { reason: "update-differs" }
  /** The supplier says that it has no order of that number. */
  | { reason: "unknown-to-supplier" }
  /** It answers something that cannot be read: `why` in the merchant's words. */
  | { reason: "update-unreadable"; why: string };

/**
 * Writes down why there is no news of an order, and tells the merchant once where they have to look. The order stays
 * where it is.
 */
export async function recordUpdateProblem(
  tx: Tx,
  { shop, orderId, trouble, now }: { shop: ShopDomain; orderId: string; trouble: UpdateProblem; now: Date },
): Promise<void> {
  const { reason } = trouble;
  const order = await tx.supplierOrder.findUnique({ where: { id: orderId } });
  if (order === null || order.reason === reason) return;
  // What the merchant has to know already is not put aside for what may pass.
  const mayWait = order.reason !== null && !updateProblems.some((each) => each === order.reason);
  if (reason === "update-unreadable" && mayWait) return;
  const said = sayTrouble(trouble, order.supplierOrderId ?? "");
  // Two at once: only one of them finds it unsaid.
  const { count } = await tx.supplierOrder.updateMany({
    where: { id: orderId, reason: order.reason },
    data: { reason, said },
  });
  if (count === 0 || reason === "update-unreadable") return;
  const told = `Order ${order.orderName}: ${said}`;
  await tell(tx, { ...order, shop }, { kind: `orders.${reason}`, tone: "critical", said: told, at: now });
}

function sayTrouble(trouble: UpdateProblem, number: string): string {
  switch (trouble.reason) {
    case "update-differs":
      return `What the supplier tells of its order ${number} is not about this order: the reference or the pieces differ from what was ordered. Stockbridge does not go by it. Compare the two on the supplier, and ask there if they differ.`;
    case "unknown-to-supplier":
      return `The supplier took it, and now says that it has no order ${number}. Ask the supplier about it. If this shop is connected to another account than the one it was ordered with, connect it to that one again.`;
    case "update-unreadable":
      return `The supplier's news of its order ${number} cannot be read, so nothing of it reaches Shopify. Stockbridge goes on asking. ${trouble.why}`;
  }
}
