import { requestRoutedOrder } from "../../../orders/ingest/request-paid-orders.server.ts";
import { reviewRequest } from "../../../orders/ingest/review-request.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * Several fulfillment orders became one, the subject: it is decided anew by the pieces that it has now, and requested with
 * automatic ordering on. What we have of the others is dropped when it is next looked at: they are closed.
 */
export async function reviewMerged({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewRequest(shop, { subjectId });
  await requestRoutedOrder(shop, { subjectId });
}
