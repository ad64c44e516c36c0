import { ingestRequests } from "../../orders/ingest/ingest-requests.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** The merchant requests fulfillment from us: an order opens for every request that the shop shows, and is due. */
export async function ingestFulfillmentRequests({ shop }: InboxEvent): Promise<void> {
  await ingestRequests(shop);
}
