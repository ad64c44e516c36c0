import { type NewEntry, recordActivity } from "../../activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { changeLocked, lockOrder } from "./order-store.server.ts";
import type { Reason } from "../states/reason.ts";

/** Something that does not fit together; `id` tells it apart. */
export type Mismatch = {
  id: string;
  about: NonNullable<NewEntry["subject"]>;
  message: NewEntry["message"];
  onOrder?: OnOrder | undefined;
};

/** What it says of the order that it concerns. */
export type OnOrder = {
  orderId: string;
  /** What stands on its page, until the merchant acknowledges it. */
  reason?: Reason | undefined;
  /** Under which number the supplier has it a second time. */
  second?: SupplierOrderId | undefined;
};

/**
 * Stores a mismatch and records it for the merchant, and never again the same. That the supplier has an order twice is written
 * down also where it was told before: by then it may have been something else.
 */
export async function storeMismatch(
  tx: Tx,
  { shop, now, id, about, message, onOrder }: Mismatch & { shop: ShopDomain; now: Date },
): Promise<void> {
  const order = onOrder && (await lockOrder(tx, { shop, id: onOrder.orderId }));
  if (order && onOrder.second !== undefined && onOrder.second !== order.supplierOrderId)
    await changeLocked(tx, order, { secondSupplierOrderId: onOrder.second });
  const { count } = await tx.recordedMismatch.createMany({
    data: [{ shop, subject: id, recordedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  if (order && onOrder.reason)
    await changeLocked(tx, order, { reason: onOrder.reason, acknowledgedReason: null });
  const kind = "orders.mismatch";
  await recordActivity(tx, { shop, kind, tone: "critical", subject: about, message, at: now });
}

/** The id of a mismatch that is about an order of the supplier. */
export function mismatchOfSupplierOrder(number: string): string {
  return `supplier:${number}`;
}

/** Stores a mismatch in a transaction of its own. */
export async function recordMismatch(shop: ShopDomain, mismatch: Mismatch): Promise<void> {
  await inShop(shop, (tx, now) => storeMismatch(tx, { shop, now, ...mismatch }));
}

/** Returns the ids among these whose mismatch was recorded before. */
export async function findRecorded(shop: ShopDomain, ids: string[]): Promise<Set<string>> {
  const rows = await inShop(shop, (tx) =>
    tx.recordedMismatch.findMany({ where: { shop, subject: { in: ids } }, select: { subject: true } }),
  );
  return new Set(rows.map(({ subject }) => subject));
}
