import { requestPaidOrder } from "../../orders/ingest/request-paid-orders.server.ts";
import { wakePaidOrder } from "../../orders/store/wake-orders.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * The customer has paid: an order that was held for that continues, and with automatic ordering on, its fulfillment is
 * requested as the merchant would. Whether it is really paid, the shop is asked both times.
 */
export async function continuePaidOrder({ shop, subjectId, triggeredAt }: InboxEvent): Promise<void> {
  await wakePaidOrder(shop, { subjectId });
  await requestPaidOrder(shop, { subjectId, triggeredAt });
}
