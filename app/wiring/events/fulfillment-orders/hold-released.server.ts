import { requestRoutedOrder } from "../../../orders/ingest/request-paid-orders.server.ts";
import { reviewRequest } from "../../../orders/ingest/review-request.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * The last hold is released: what waited for that goes on, and with automatic ordering on, what could not be requested
 * because of it is requested.
 */
export async function continueReleased({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewRequest(shop, { subjectId });
  await requestRoutedOrder(shop, { subjectId });
}
