import { restoreService } from "../catalog/location/ensure-service.server.ts";
import { disconnect } from "../connection/disconnect.server.ts";
import { log } from "../lib/telemetry/log.server.ts";
import { suspendOrders } from "../orders/store/wake-orders.server.ts";
import type { InboxEvent } from "../queue/inbox.server.ts";
import { deleteSessions, isInstalled } from "../shop/installation.server.ts";
import { forgetProfile } from "../shipping/shipping-store.server.ts";
import { forgetSetup } from "./setup-store.server.ts";
import { suspendTracking } from "../orders/tracking/wake-tracking.server.ts";

/**
 * Handles the uninstall of the app from a shop. Deletes the key, the access tokens, the setup findings and our
 * record of the delivery profile. Suspends the shop's orders and shipments. Deleting the key enqueues
 * `connection.disconnected`. All other rows stay until `shop/redact`, 48 hours later. If the merchant
 * reinstalls the app, these rows prevent that an order is bought twice.
 *
 * First checks with Shopify that the app is uninstalled. The webhook may arrive after a reinstall, and Shopify
 * does not sign the header with the shop's domain.
 */
export async function handleUninstall({ shop }: InboxEvent): Promise<void> {
  if (await isInstalled(shop)) {
    log.warn({ shop }, "installation.uninstall-ignored");
    // The merchant has reinstalled the app. The uninstall deleted our fulfillment service.
    await restoreService(shop);
    return;
  }
  await disconnect(shop, { why: "uninstalled" });
  await suspendOrders(shop);
  await suspendTracking(shop);
  await forgetProfile(shop);
  await forgetSetup(shop);
  await deleteSessions(shop);
}
