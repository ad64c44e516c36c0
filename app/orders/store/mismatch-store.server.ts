import { type NewEntry, recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { SupplierOrderId } from "../../wholesale/resources.ts";
import { appendToHistory } from "./attempt-store.server.ts";
import { changeLocked, lockOrder } from "./order-store.server.ts";
import { isUnsent } from "../states/order-state.ts";
import type { Reason } from "../reasons/reason.ts";
import { labelOf } from "../reasons/reason-words.ts";

/** A difference between our records and the supplier's. */
export type Mismatch = {
  /** Identifies the mismatch. If the mismatch has a group, the id begins with `group` and a space. */
  id: string;
  /**
   * Only the latest mismatch of a group is remembered. After another mismatch of the group, an earlier one is recorded
   * again if it returns.
   */
  group?: string;
  about: NonNullable<NewEntry["subject"]>;
  message: NewEntry["message"];
  onOrder?: OnOrder | undefined;
};

/** The effect of a mismatch on its order. */
export type OnOrder = {
  orderId: string;
  /** Shown on the order's page until the merchant acknowledges it. */
  reason?: Reason | undefined;
  /** The supplier's number of a duplicate. */
  second?: SupplierOrderId | undefined;
  /** True if the order must not be sent before a person decides. */
  holds?: boolean;
};

/**
 * Stores a mismatch and records it for the merchant, once. Stores the number of a duplicate even if the mismatch was
 * recorded before, because the earlier record may not have named a duplicate.
 */
export async function storeMismatch(
  tx: Tx,
  { shop, now, id, group, about, message, onOrder }: Mismatch & { shop: ShopDomain; now: Date },
): Promise<void> {
  const order = onOrder && (await lockOrder(tx, { shop, id: onOrder.orderId }));
  if (order && onOrder.second !== undefined && onOrder.second !== order.supplierOrderId)
    await changeLocked(tx, order, { secondSupplierOrderId: onOrder.second });
  const { count } = await tx.recordedMismatch.createMany({
    data: [{ shop, subject: id, recordedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  if (group !== undefined)
    await tx.recordedMismatch.deleteMany({
      where: { shop, subject: { startsWith: `${group} `, not: id } },
    });
  const { reason, holds = false } = onOrder ?? {};
  // Only an unsent order that is not to be canceled is held.
  const isHeld = order && holds && isUnsent(order.state) && order.cancelRequestedAt === null;
  if (order && reason && (isHeld || !holds)) {
    const hold = isHeld && ({ to: "held", dueAt: null } as const);
    await changeLocked(tx, order, { reason, acknowledgedReason: null, ...hold });
    await appendToHistory(tx, order, { what: reason, at: now });
  }
  const kind = "orders.mismatch";
  const subject = { what: reason && labelOf(reason.code), ...about };
  await recordActivity(tx, { shop, kind, tone: "critical", subject, message, at: now });
}

/** Returns the id of a mismatch about an order of the supplier, and its group. The id contains the kind of mismatch. */
export function mismatchOfSupplierOrder(
  number: string,
  judgement: string,
): Pick<Mismatch, "id"> & { group: string } {
  const group = `supplier:${number}`;
  return { id: `${group} ${judgement}`, group };
}

/** Stores a mismatch in a transaction of its own. */
export async function recordMismatch(shop: ShopDomain, mismatch: Mismatch): Promise<void> {
  await inShop(shop, (tx, now) => storeMismatch(tx, { shop, now, ...mismatch }));
}

/** Selects the ids whose mismatch was recorded before. */
export async function findRecorded(shop: ShopDomain, ids: string[]): Promise<Set<string>> {
  const rows = await inShop(shop, (tx) =>
    tx.recordedMismatch.findMany({ where: { shop, subject: { in: ids } }, select: { subject: true } }),
  );
  return new Set(rows.map(({ subject }) => subject));
}
