import { reviewOrder } from "../../orders/changes/review-order.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * The merchant has refunded something of a customer's order, the subject: pieces that the supplier has and the customer no
 * longer gets are told. Nothing is canceled for that: whether it can be, and should, the merchant decides.
 */
export async function reviewRefunded({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewOrder(shop, { subjectId });
}
