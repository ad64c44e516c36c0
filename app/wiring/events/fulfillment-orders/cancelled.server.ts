import { reviewRequest } from "../../../orders/ingest/review-request.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * The merchant has canceled a fulfillment order, perhaps without waiting for our answer: what is not ordered yet is dropped,
 * and what is ordered is to be canceled at the supplier. What takes its place is the merchant's to request.
 */
export async function reviewCancelled({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewRequest(shop, { subjectId });
}
