import { ingestRequests } from "../../orders/ingest/ingest-requests.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/**
 * Shopify calls our fulfillment service because something is requested, without saying what: both kinds of requests are
 * read from the shop. Usually the two webhooks were quicker.
 */
export async function ingestAllRequests({ shop }: InboxEvent): Promise<void> {
  await ingestRequests(shop);
}
