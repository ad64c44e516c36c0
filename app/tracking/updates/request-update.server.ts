import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { underWayStates } from "../../orders/states/order-state.ts";
import { type Read, readUpdate } from "./read-update.server.ts";

/** What came of a person's wish for an update. */
export type Requested =
  | Read
  /** Somebody is reading it at this moment. */
  | { kind: "under-way" }
  /** There is none to be had of such an order, or it is another one than they saw. */
  | { kind: "none" };

/**
 * Reads an order's update now, because a person wants it, even where it would never be read again. Pressing twice reads
 * twice, which does no harm. Should this process end meanwhile, a sweep reads it.
 *
 * @param version of the order as the button was offered.
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
