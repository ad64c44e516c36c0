import { Failure } from "../lib/failure.ts";
import { log } from "../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { ReceivedEvent } from "../queue/inbox.server.ts";
import { eraseRows } from "./erase-rows.server.ts";
import { deleteSessions, isInstalled } from "../shop/installation.server.ts";
import { forgetBudget } from "../shop/pace/point-budget.server.ts";

/**
 * Maximum number of tries to reach a shop. After the last one we erase its rows without an answer. The inbox
 * retries about every hour, so all tries take about a day.
 */
const ASKED_AT_MOST = 30;

/**
 * Erases the shop's rows in every table. Shopify sends `shop/redact` 48 hours after an uninstall, and its
 * signed body names the shop. With a valid token, the shop still has the app or has installed it again, so all
 * rows stay. Temporary failures of Shopify are retried. Any other answer erases the rows.
 */
export async function eraseShop({ shop, retryCount }: ReceivedEvent): Promise<void> {
  if (await hasApp(shop, { mayAskAgain: retryCount < ASKED_AT_MOST })) {
    log.warn({ shop }, "installation.redact-ignored");
    return;
  }
  await forgetBudget(shop);
  await deleteSessions(shop);
  await eraseRows(shop);
}

async function hasApp(shop: ShopDomain, { mayAskAgain }: { mayAskAgain: boolean }): Promise<boolean> {
  try {
    return await isInstalled(shop);
  } catch (error) {
    // A failure on our side does not prove that the shop has uninstalled the app.
    if (!(error instanceof Failure) || error.side === "ours") throw error;
    if (error.isTransient && mayAskAgain) throw error;
    return false;
  }
}
