import { recheckService } from "../../catalog/location/ensure-service.server.ts";
import { forgetKey } from "../../connection/connection-store.server.ts";
import { log } from "../../lib/log.server.ts";
import { suspendOrders } from "../../orders/suspend-orders.server.ts";
import type { InboxEvent } from "../../queue/inbox.server.ts";
import { deleteSessions, isInstalled } from "../../shop/installation.server.ts";
import { forgetSetup } from "../../setup/setup-store.server.ts";
import { suspendTracking } from "../../tracking/suspend-tracking.server.ts";

/**
 * The merchant has removed the app: the shop's key is forgotten (which announces `disconnected`, as a merchant's own
 * disconnection does), orders and parcels rest, and the shop's access tokens are deleted. All other rows stay until
 * `shop/redact`, 48 hours later: after a reinstall they keep an order from being bought twice.
 *
 * A webhook is only a hint. It can come late, after a reinstall, and its shop header is not signed, so the shop itself
 * is asked first.
 */
export async function suspendShop({ shop }: InboxEvent): Promise<void> {
  if (await isInstalled(shop)) {
    log.warn({ shop }, "installation.uninstall-ignored");
    // It may be installed again: then the first uninstall has taken our service with it.
    await recheckService(shop);
    return;
  }
  await forgetKey(shop, { why: "uninstalled" });
  await suspendOrders(shop);
  await suspendTracking(shop);
  await forgetSetup(shop);
  await deleteSessions(shop);
}
