import { reviewOrder } from "../../orders/changes/review-order.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * The merchant has edited a customer's order, the subject: pieces that the supplier has and the order no longer are told.
 * What was added has a fulfillment order of its own, which is requested as any other.
 */
export async function reviewEdited({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewOrder(shop, { subjectId });
}
