import { wakeBulkOperation } from "../../catalog/wake-bulk-operation.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** A bulk operation has ended, well or not: what waits for it goes on. */
export async function continueBulkWork({ shop, subjectId }: InboxEvent): Promise<void> {
  await wakeBulkOperation(shop, subjectId);
}
