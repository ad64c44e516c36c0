import { inShop, type Tx } from "../../lib/db.server.ts";
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

/** An order that is taken for placed by a number that a person has typed; null where the supplier itself gave it. */
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
 * Puts another number in the place of one that a person had typed. The order's update is due at once then.
 *
 * @param found the supplier's order of the other number, where it has another reference than ours.
 * @returns false when it has another number than the wrong one by now.
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
