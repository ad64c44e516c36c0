import { eraseActivity } from "../../activity/erase-activity.server.ts";
import { eraseBranding } from "../../branding/branding-store.server.ts";
import { eraseCatalog } from "../../catalog/erase-catalog.server.ts";
import { eraseConnection } from "../../connection/connection-store.server.ts";
import { log } from "../../lib/log.server.ts";
import { eraseOrders } from "../../orders/erase-orders.server.ts";
import { eraseInbox, type InboxEvent } from "../../queue/inbox.server.ts";
import { forgetSetup } from "../../setup/setup-store.server.ts";
import { deleteSessions, isInstalled } from "../../shop/auth/installation.server.ts";

/**
 * Shopify demands this 48 hours after an uninstall: every row of the shop is erased, in every table. A shop that still
 * has the app, or has it again, keeps everything: what is erased cannot be had again.
 */
export async function eraseShop({ shop }: InboxEvent): Promise<void> {
  if (await isInstalled(shop)) {
    log.warn({ shop }, "installation.redact-ignored");
    return;
  }
  await eraseConnection(shop);
  await eraseCatalog(shop);
  await eraseOrders(shop);
  await eraseActivity(shop);
  await eraseBranding(shop);
  await forgetSetup(shop);
  await deleteSessions(shop);
  await eraseInbox(shop);
}
