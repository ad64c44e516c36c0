import { requestRoutedOrder } from "../../../orders/ingest/request-paid-orders.server.ts";
import { reviewRequest } from "../../../orders/ingest/review-request.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * A fulfillment order was split: what we have of it is decided anew by the pieces that are left, and with automatic ordering
 * on, the new parts are requested.
 */
export async function reviewSplit({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewRequest(shop, { subjectId });
  await requestRoutedOrder(shop, { subjectId });
}
