import { ingestRequest } from "../../orders/ingest/ingest-request.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** The merchant requests fulfillment from us, of the subject: if the shop shows it so, it is ordered. */
export function ingestFulfillmentRequests({ shop, subjectId }: InboxEvent): Promise<void> {
  return ingestRequest(shop, { subjectId });
}
