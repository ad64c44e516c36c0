import type { SupplierOrder } from "@prisma/client";

import { type NewEntry, recordActivity } from "../activity/record-activity.server.ts";
import { inShop, type Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { mayMove, type OrderState } from "./order-state.ts";
import { processOrderJob } from "./jobs.ts";

/** A row that this worker alone has until `leasedUntil`. */
export type ClaimedOrder = Omit<SupplierOrder, "shop" | "state"> & {
  shop: ShopDomain;
  state: OrderState;
  leasedUntil: Date;
};

/** Longer than reading the shop and beginning an attempt can take. An attempt has a deadline of its own. */
const LEASE_MS = 60_000;

/** Takes an order that is due; null when it is not, or somebody else has it. */
export async function claimOrder(shop: ShopDomain, id: string, now: Date): Promise<ClaimedOrder | null> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const [row] = await inShop(shop, (tx) =>
    tx.supplierOrder.updateManyAndReturn({
      where: { id, nextAt: { lte: now } },
      data: { nextAt: leasedUntil },
    }),
  );
  return row ? { ...row, shop, state: row.state as OrderState, leasedUntil } : null;
}

export type Change = {
  to: OrderState;
  reason?: string | null;
  said?: string | null;
  nextAt: Date | null;
  retryCount?: number;
};

/**
 * Writes what became of a claimed order, and nothing when the lease went to somebody else meanwhile: whoever has it
 * now knows more. The one door for every change of a claimed order's state.
 *
 * @returns whether it was written.
 */
export async function changeClaimed(tx: Tx, order: ClaimedOrder, change: Change): Promise<boolean> {
  const { to, reason = null, said = null, nextAt, retryCount = 0 } = change;
  if (to !== order.state && !mayMove(order.state, to)) {
    throw new Error(`An order cannot go from ${order.state} to ${to}.`);
  }
  const { count } = await tx.supplierOrder.updateMany({
    where: { id: order.id, state: order.state, nextAt: order.leasedUntil },
    data: { state: to, reason, said, nextAt, retryCount },
  });
  return count === 1;
}

/** Lets a claimed order wait where it is, and says why. */
export async function postpone(
  order: ClaimedOrder,
  { reason, said, until }: { reason: string; said: string; until: Date },
): Promise<void> {
  const { shop, state, retryCount } = order;
  await inShop(shop, (tx) =>
    changeClaimed(tx, order, { to: state, reason, said, nextAt: until, retryCount: retryCount + 1 }),
  );
}

/** An order that begins anew. What it was at the supplier before is over; its attempts keep the number. */
export function startOver(now: Date) {
  return {
    ...{ state: "ready", reason: null, said: null, acknowledgedReason: null, nextAt: now, retryCount: 0 },
    ...{ supplierOrderId: null, supplierUpdatedAt: null, acceptance: null, cancelRequestedAt: null },
  };
}

/** Wakes a worker for it, when `tx` commits. */
export async function wakeOrder(tx: Tx, { shop, id }: { shop: ShopDomain; id: string }): Promise<void> {
  await enqueue(tx, processOrderJob, { shop, orderId: id });
}

/** Tells the merchant, with a link to the order. */
export async function tell(
  tx: Tx,
  { shop, id, orderName }: Pick<ClaimedOrder, "shop" | "id" | "orderName">,
  { said, ...entry }: Pick<NewEntry, "kind" | "tone" | "at"> & { said: string },
): Promise<void> {
  await recordActivity(tx, {
    ...entry,
    message: { code: "earlier-message", text: said },
    shop,
    subject: { label: orderName, url: `/app/orders/${id}` },
  });
}
