import type { Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { hasArrived } from "./states/order-state.ts";
import { changeLocked, lockOrder, type OrderRow, wakeOrder } from "./store/order-store.server.ts";

/** The result of making an order due. */
export type MadeDue =
  | { kind: "made-due"; order: OrderRow }
  | { kind: "unknown" }
  /** Due for a worker since then. */
  | { kind: "due"; order: OrderRow; since: Date }
  /** A worker has a lease until then. */
  | { kind: "claimed"; order: OrderRow; until: Date }
  /** An attempt is under way, and ends by then. */
  | { kind: "placing"; order: OrderRow; until: Date | null }
  /** Only the merchant can continue it. */
  | { kind: "waits-for-merchant"; order: OrderRow }
  | { kind: "nothing-due"; order: OrderRow };

/**
 * Makes a waiting order due now. Changes no state: a worker does now what it would have done later. Leaves
 * alone orders that wait for the merchant, and attempts that are under way. Looks up an order in doubt once
 * more, even after the lookups have ended.
 */
export async function makeOrderDue(
  tx: Tx,
  { shop, id, now }: { shop: ShopDomain; id: string; now: Date },
): Promise<MadeDue> {
  const order = await lockOrder(tx, { shop, id });
  if (order === null) return { kind: "unknown" };
  const { state, dueAt, leasedUntil } = order;
  if (state === "placing") return { kind: "placing", order, until: dueAt };
  if (leasedUntil !== null && leasedUntil > now) return { kind: "claimed", order, until: leasedUntil };
  if (dueAt !== null && dueAt <= now) return { kind: "due", order, since: dueAt };
  const rests = dueAt === null && state !== "in_doubt" && state !== "ready";
  if (rests) return { kind: state === "held" ? "waits-for-merchant" : "nothing-due", order };
  await changeLocked(tx, order, { dueAt: now });
  await wakeOrder(tx, order);
  return { kind: "made-due", order };
}

/** Returns true if the supplier has the order, so that its update and its packages can be made due as well. */
export function isAtSupplier({ state }: OrderRow): boolean {
  return hasArrived(state);
}
