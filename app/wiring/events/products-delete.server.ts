import { noteProductChange } from "../../catalog/sync/compare/note-shop-change.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** A product was deleted in the shop: if it is one of ours and really gone, it is no longer kept up to date. */
export function noteDeletion({ shop, ...change }: InboxEvent): Promise<void> {
  return noteProductChange(shop, change, { deleted: true });
}
