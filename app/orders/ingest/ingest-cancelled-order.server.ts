import type { ShopDomain } from "../../lib/shop-domain.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { isOrderCancelled } from "../../shop/orders/orders.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";
import { endedStates } from "../states/order-state.ts";
import { ourOrders } from "../store/wake-orders.server.ts";

/**
 * Requests the cancellation of all our orders of a customer's order, if the shop confirms that it is
 * canceled.
 */
export async function ingestCancelledOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = shopOrderId(subjectId);
  if (id === null) return;
  const orders = await findOngoing({ shop, id });
  if (orders.length === 0 || !(await isOrderCancelled(shop, id))) return;
  for (const order of orders) await requestCancellation(shop, { orderId: order.id });
}

const findOngoing = ourOrders("shopOrderId", { state: { notIn: endedStates } });
