import { noteProductChange } from "../../catalog/sync/compare/note-shop-change.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";

/** A product was deleted in the shop: if it is one of ours and really gone, it is no longer kept up to date. */
export async function noteDeletion({ shop, subjectId, triggeredAt }: InboxEvent): Promise<void> {
  await noteProductChange(shop, { subjectId, triggeredAt }, { deleted: true });
}
