import { ingestRequests } from "../../orders/ingest/ingest-requests.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * The merchant has asked to cancel a fulfillment that we accepted. All standing requests of the shop are read anew, since
 * the webhook names only one: the order's cancellation is requested, or answered at once where the order is over.
 */
export async function ingestCancellationRequests({ shop }: InboxEvent): Promise<void> {
  await ingestRequests(shop);
}
