import { requestRoutedOrder } from "../../../orders/ingest/request-paid-orders.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * Shopify has opened an order's fulfillment orders, which may be after it announced the payment: with automatic ordering
 * on, ours is requested. Without it, nothing is asked of the shop.
 */
export async function requestRouted({ shop, subjectId }: InboxEvent): Promise<void> {
  await requestRoutedOrder(shop, { subjectId });
}
