import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { changeLocked, lockOrder, recordOrderActivity } from "../store/order-store.server.ts";
import { inWords, isEndedByUpdate, type Reason } from "../states/reason.ts";

/** The problem that keeps an order of the supplier without updates. */
export type UpdateProblem =
  | { code: "unknown-to-supplier" | "update-differs" }
  /** `explanation`: the part of the reply that cannot be read. */
  | Omit<Reason<"update-unreadable">, "number">;

/**
 * Records once why an order has no update. Its state stays. A problem that may pass does not replace a reason
 * that the merchant still has to see.
 */
export async function recordUpdateProblem(
  tx: Tx,
  { shop, orderId, problem, now }: { shop: ShopDomain; orderId: string; problem: UpdateProblem; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null || order.reason === problem.code) return;
  const mayPass = problem.code === "update-unreadable";
  if (mayPass && order.reason !== null && !isEndedByUpdate(order.reason)) return;
  const reason = { ...problem, number: order.supplierOrderId ?? "" };
  // The next good update may equal the one applied last, and must still be applied to end the problem.
  await changeLocked(tx, order, { reason, updateHash: null });
  if (mayPass) return;
  const kind = `orders.${problem.code}` as const;
  await recordOrderActivity(tx, order, { kind, tone: "critical", what: inWords(reason), at: now });
}
