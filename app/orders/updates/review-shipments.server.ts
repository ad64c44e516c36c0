import type { Tx } from "../../lib/database/db.server.ts";
import { groupOf } from "../states/order-group.ts";
import type { Reason } from "../states/reason.ts";
import { changeLocked, lockOrder, type OrderId } from "../store/order-store.server.ts";

const CODE = "shipment-not-shown" satisfies Reason["code"];

/**
 * Sets or clears the order's reason for shipments that the shop does not show. Another reason that needs
 * attention comes first; the code that ends that one calls this again.
 */
export async function reviewShipments(tx: Tx, { shop, id: orderId }: OrderId): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null) return;
  const failed = await tx.shipment.count({ where: { shop, orderId, state: "failed" } });
  const isShown = order.reason === CODE;
  if (failed === 0) {
    if (isShown) await changeLocked(tx, order, { reason: null });
    return;
  }
  const shown = isShown ? (order.reasonParams as { shipments: number }).shipments : 0;
  if (shown === failed || (!isShown && groupOf(order) === "needs-attention")) return;
  // A smaller number needs no new acknowledgment.
  const isNews = failed > shown;
  await changeLocked(tx, order, {
    reason: { code: CODE, shipments: failed },
    ...(isNews && { acknowledgedReason: null }),
  });
}
