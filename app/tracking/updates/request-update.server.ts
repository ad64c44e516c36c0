import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { underWayStates } from "../../orders/states/order-state.ts";
import { type Read, readUpdate } from "./read-update.server.ts";

/** The result of a person's request for an update. */
export type Requested =
  | Read
  /** A worker is reading it now. */
  | { kind: "under-way" }
  /** The order can have no update, or has changed since the person saw it. */
  | { kind: "none" };

/**
 * Reads an order's update now, for a person, even if no read is due. A second click reads again, which does
 * no harm. After a crash a sweep reads it.
 *
 * @param version version of the order on the person's page.
 */
export async function requestUpdate(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version: number },
): Promise<Requested> {
  const { count } = await inShop(shop, (tx, now) =>
    tx.supplierOrder.updateMany({
      where: { shop, id: orderId, version, state: { in: underWayStates } },
      data: { updateDueAt: now, updateLeasedUntil: null },
    }),
  );
  if (count === 0) return { kind: "none" };
  return (await readUpdate({ shop, orderId, isWanted: true })) ?? { kind: "under-way" };
}
