import type { Tx } from "../../lib/db.server.ts";
import { groupOf } from "../states/order-group.ts";
import type { Reason } from "../states/reason.ts";
import { changeLocked, lockOrder, type OrderId } from "../store/order-store.server.ts";

const CODE = "parcel-not-shown" satisfies Reason["code"];

/**
 * Has an order say that the shop doesn't show a parcel that has left, and no longer say so once none is missing. What the
 * merchant has to do already comes first: whatever ends that asks here again.
 */
export async function reviewParcels(tx: Tx, { shop, id: orderId }: OrderId): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null) return;
  const parcels = await tx.shipment.count({ where: { shop, orderId, state: "failed" } });
  const isSaid = order.reason === CODE;
  if (parcels === 0) {
    if (isSaid) await changeLocked(tx, order, { reason: null });
    return;
  }
  const said = isSaid ? (order.reasonParams as { parcels: number }).parcels : 0;
  if (said === parcels || (!isSaid && groupOf(order) === "needs-attention")) return;
  // That fewer are missing is no news.
  const isNews = parcels > said;
  await changeLocked(tx, order, {
    reason: { code: CODE, parcels },
    ...(isNews && { acknowledgedReason: null }),
  });
}
