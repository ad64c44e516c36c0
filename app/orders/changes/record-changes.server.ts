import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { groupOf } from "../states/order-group.ts";
import { changeLocked, lockOrder, type OrderRow, recordOrderActivity } from "../store/order-store.server.ts";
import { inWords, type ShopChange } from "../states/reason.ts";

/**
 * Records changes that were made in the shop since the supplier got an order, each once: in the activity and,
 * unless the order needs attention for another reason, on its page.
 */
export async function recordChanges(
  shop: ShopDomain,
  { orderId, changes }: { orderId: string; changes: ShopChange[] },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order === null || !mayBeTold(order)) return;
    const fresh: ShopChange[] = [];
    for (const change of changes) if (await isNew(tx, order, { change, now })) fresh.push(change);
    if (fresh.length === 0) return;
    const number = order.supplierOrderId ?? "";
    const untold = untoldOf(order).filter((each) => !fresh.some((change) => isAboutSame(each, change)));
    const reason = { code: "changed-in-shop", changes: [...untold, ...fresh], number } as const;
    if (groupOf(order) !== "needs-attention" || order.reason === reason.code)
      await changeLocked(tx, order, { reason, acknowledgedReason: null });
    const what = inWords({ ...reason, changes: fresh });
    await recordOrderActivity(tx, order, { kind: "orders.changed-in-shop", tone: "warning", what, at: now });
  });
}

/** Returns false once the order has shipped in full or is to be canceled: the changes no longer matter. */
function mayBeTold({ state, cancelRequestedAt }: OrderRow): boolean {
  return (state === "placed" || state === "partially_shipped") && cancelRequestedAt === null;
}

/**
 * Remembers each recorded change. The supplier's number is part of the key, so that a new order reports the
 * change again.
 */
async function isNew(
  tx: Tx,
  { shop, id, supplierOrderId }: OrderRow,
  { change, now }: { change: ShopChange; now: Date },
): Promise<boolean> {
  const { code, ...params } = change;
  const subject = [code, id, supplierOrderId, ...Object.values(params)].join(" ");
  const { count } = await tx.recordedMismatch.createMany({
    data: [{ shop, subject, recordedAt: now }],
    skipDuplicates: true,
  });
  return count > 0;
}

/** Returns changes that were recorded before and are not acknowledged yet. */
function untoldOf({ reason, reasonParams, acknowledgedReason }: OrderRow): readonly ShopChange[] {
  if (reason !== "changed-in-shop" || acknowledgedReason === reason) return [];
  return (reasonParams as { changes: ShopChange[] }).changes;
}

function isAboutSame(one: ShopChange, other: ShopChange): boolean {
  if (one.code !== other.code) return false;
  return !("title" in one) || !("title" in other) || one.title === other.title;
}
