import { reviewRequest } from "../../../orders/ingest/review-request.server.ts";
import type { InboxEvent } from "../../../queue/inbox.server.ts";

/**
 * The merchant, or an app of theirs, has put a fulfillment order on hold: what is not ordered yet waits, and says so at once.
 */
export async function reviewHeld({ shop, subjectId }: InboxEvent): Promise<void> {
  await reviewRequest(shop, { subjectId });
}
