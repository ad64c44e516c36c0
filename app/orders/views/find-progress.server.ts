import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Progress } from "../../queue/progress.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { hasArrived, isEnded, type OrderState } from "../states/order-state.ts";

/** Returns how far a customer's order has come on its way to the supplier. */
export async function findSendProgress(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<Progress> {
  const { orders, waiting } = await findParts(shop, shopOrderId);
  const requested: Progress[] = orders.map(({ state, cancelRequestedAt }) => {
    if (hasArrived(state)) return "done";
    return state === "held" || isEnded(state) || cancelRequestedAt !== null ? "stopped" : "under-way";
  });
  const listed = waiting
    .filter(({ leftAt }) => leftAt === null)
    .map(({ dueAt }): Progress => (dueAt === null ? "stopped" : "under-way"));
  // A request that was just made in the shop may not have an order of ours yet.
  const isLeaving =
    orders.length === 0 && waiting.some(({ leftAt, result }) => leftAt !== null && isSent(result));
  return isLeaving ? "under-way" : worstOf([...requested, ...listed]);
}

/**
 * Returns how far the cancellation of a customer's order has come. If none of its parts was requested, the cancellation
 * is complete.
 */
export async function findCancelProgress(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<Progress> {
  const { orders } = await findParts(shop, shopOrderId);
  if (orders.length === 0) return "done";
  return worstOf(
    orders.map(({ state, cancelRequestedAt }) => {
      if (isEnded(state)) return "done";
      if (cancelRequestedAt === null) return "stopped";
      return hasArrived(state) && state !== "placed" ? "stopped" : "under-way";
    }),
  );
}

/**
 * Returns the progress of all parts together: `under-way` if any part is under way; else `stopped` if any part has
 * stopped, or if there is no part.
 */
function worstOf(parts: Progress[]): Progress {
  if (parts.includes("under-way")) return "under-way";
  return parts.length === 0 || parts.includes("stopped") ? "stopped" : "done";
}

/** Returns true if the result of "Send to supplier" says that the order was requested. */
export function isSent(result: unknown): boolean {
  const { code } = (result ?? {}) as { code?: string };
  return code === "to-send.result.sent" || code === "to-send.result.sent-in-part";
}

async function findParts(shop: ShopDomain, shopOrderId: ShopOrderId) {
  return inShop(shop, async (tx) => {
    const orders = await tx.supplierOrder.findMany({
      where: { shop, shopOrderId },
      select: { state: true, cancelRequestedAt: true },
    });
    const waiting = await tx.unrequestedOrder.findMany({
      where: { shop, shopOrderId },
      select: { dueAt: true, leftAt: true, result: true },
    });
    return { orders: orders.map((order) => ({ ...order, state: order.state as OrderState })), waiting };
  });
}
