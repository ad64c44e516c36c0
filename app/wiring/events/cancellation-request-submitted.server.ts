import { ingestCancellationRequest } from "../../orders/ingest/ingest-requests.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * The merchant has asked to cancel a fulfillment that we accepted, the subject: the order's cancellation is requested, or
 * answered at once where the order is over.
 */
export async function ingestCancellationRequests({ shop, subjectId }: InboxEvent): Promise<void> {
  await ingestCancellationRequest(shop, { subjectId });
}
