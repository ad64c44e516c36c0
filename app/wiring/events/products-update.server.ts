import { noteProductChange } from "../../catalog/sync/compare/note-shop-change.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** The merchant has changed a product, or we have, or a customer has bought it: if it is one of ours, it is compared. */
export function compareProduct({ shop, ...change }: InboxEvent): Promise<void> {
  return noteProductChange(shop, change);
}
