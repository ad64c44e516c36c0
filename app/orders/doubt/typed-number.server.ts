import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { appendIfNew, latestFirst } from "../store/attempt-store.server.ts";
import {
  announceUpdate,
  changeLocked,
  lockOrder,
  type OrderRow,
  toOrderRow,
} from "../store/order-store.server.ts";
import type { Order } from "../../wholesale/resources.ts";
import { appendStanding } from "./standing-attempt.server.ts";
import type { Placed } from "../states/outcome.ts";

/** Finds a placed order whose number a person typed; null if the supplier returned the number. */
export async function findTypedNumber(
  tx: Tx,
  { shop, orderId }: { shop: ShopDomain; orderId: string },
): Promise<{ order: OrderRow; attemptId: string; number: string } | null> {
  const row = await tx.supplierOrder.findUnique({ where: { shop_id: { shop, id: orderId } } });
  if (row?.state !== "placed" || row.supplierOrderId === null) return null;
  const attempt = await tx.orderAttempt.findFirst({ where: { shop, orderId }, orderBy: latestFirst });
  if (attempt === null) return null;
  const last = await tx.orderAttemptOutcome.findFirst({
    where: { shop, attemptId: attempt.id, kind: { in: ["placed", "found", "confirmed-ordered"] } },
    orderBy: { id: "desc" },
  });
  if (last?.kind !== "confirmed-ordered" || last.supplierOrderId !== row.supplierOrderId) return null;
  return { order: toOrderRow(row), attemptId: last.attemptId, number: row.supplierOrderId };
}

/**
 * Replaces a number that a person typed, and makes the order's update due at once.
 *
 * @param found the supplier's order of the new number, if its reference is not ours.
 * @returns false if the order no longer has the wrong number, or another attempt has followed.
 */
export async function replaceNumber(
  shop: ShopDomain,
  {
    orderId,
    wrong,
    outcome,
    found,
  }: { orderId: string; wrong: string; outcome: Placed; found?: Order | undefined },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    await lockOrder(tx, { shop, id: orderId });
    const typed = await findTypedNumber(tx, { shop, orderId });
    if (typed?.number !== wrong) return false;
    const { order } = typed;
    const attemptId = found ? await appendStanding(tx, { shop, orderId, ...typed, found }) : typed.attemptId;
    if (attemptId === null) return false;
    await appendIfNew(tx, { shop, attemptId, outcome, now });
    const { number: supplierOrderId } = outcome;
    await changeLocked(tx, order, {
      supplierOrderId,
      ...(order.secondSupplierOrderId === supplierOrderId && { secondSupplierOrderId: null }),
      reason: null,
      updateDueAt: now,
    });
    await announceUpdate(tx, order);
    return true;
  });
}
