import { noteItemChange } from "../../catalog/sync/compare/note-shop-change.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** An inventory item has changed, which has the cost: if it is one of ours, its product is compared. */
export async function compareItem({ shop, subjectId, triggeredAt }: InboxEvent): Promise<void> {
  await noteItemChange(shop, { subjectId, triggeredAt });
}
