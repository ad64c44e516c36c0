import { reviewRequest } from "../../../orders/ingest/review-request.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * The merchant has another location send it. The subject is the fulfillment order that it was before: what we have of it is
 * dropped, or canceled at the supplier. What is moved to us is found by the run over unrequested fulfillment orders.
 */
export async function reviewMoved({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewRequest(shop, { subjectId });
}
