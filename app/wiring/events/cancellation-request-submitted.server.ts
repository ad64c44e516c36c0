import { ingestRequests } from "../../orders/ingest/ingest-requests.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * The merchant wants a fulfillment that we accepted to be cancelled: the order's cancellation is requested, or the shop
 * has its answer at once where the order is over.
 */
export async function ingestCancellationRequests({ shop }: InboxEvent): Promise<void> {
  await ingestRequests(shop);
}
