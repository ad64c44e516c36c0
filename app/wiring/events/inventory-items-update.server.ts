import { noteItemChange } from "../../catalog/sync/compare/note-shop-change.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** An inventory item has changed, which has the cost: if it is one of ours, its product is compared. */
export function compareItem({ shop, ...change }: InboxEvent): Promise<void> {
  return noteItemChange(shop, change);
}
