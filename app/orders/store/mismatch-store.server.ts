import { type NewEntry, recordActivity } from "../../activity/record-activity.server.ts";
import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { changeLocked, lockOrder } from "./order-store.server.ts";
import type { Reason } from "../states/reason.ts";

/** Something that does not fit together; `id` tells it apart. */
export type Mismatch = {
  id: string;
  about: NonNullable<NewEntry["subject"]>;
  message: NewEntry["message"];
  /** What stands on the page of the order that it concerns, until the merchant acknowledges it. */
  onOrder?: { orderId: string; reason: Reason } | undefined;
};

/** Stores a mismatch and records it for the merchant, and never again the same. */
export async function storeMismatch(
  tx: Tx,
  { shop, now, id, about, message, onOrder }: Mismatch & { shop: ShopDomain; now: Date },
): Promise<void> {
  const { count } = await tx.recordedMismatch.createMany({
    data: [{ shop, subject: id, recordedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  const order = onOrder && (await lockOrder(tx, onOrder.orderId));
  if (order) await changeLocked(tx, order, { reason: onOrder.reason, acknowledgedReason: null });
  const kind = "orders.mismatch";
  await recordActivity(tx, { shop, kind, tone: "critical", subject: about, message, at: now });
}

/** The id of a mismatch that is about an order of the supplier. */
export function mismatchOfSupplierOrder(number: string): string {
  return `supplier:${number}`;
}
