import { removeOldActivity } from "../lib/activity/record-activity.server.ts";
import { recordUnpublishedBranding } from "../branding/branding-store.server.ts";
import { importProducts } from "../catalog/import/runs/import-products.server.ts";
import { processLinkRun } from "../catalog/link-runs/process-link-run.server.ts";
import { startDelisting, startRestoring } from "../catalog/links/begin-link-run.server.ts";
import { ensureServiceIfDue } from "../catalog/location/ensure-service.server.ts";
import { linkProducts } from "../catalog/matching/link-products.server.ts";
import { matchProducts } from "../catalog/matching/match-products.server.ts";
import { mirrorCatalog } from "../catalog/mirror/mirror-catalog.server.ts";
import { wakeMirrorsAfterOutage } from "../catalog/mirror/mirror-run.server.ts";
import { judgeMorePrices } from "../catalog/pricing/judge-prices.server.ts";
import { startCatalog, sweepCatalog } from "../catalog/wake-catalog.server.ts";
import { syncProducts } from "../catalog/sync/follow/sync-products.server.ts";
import { removeOldChanges } from "../catalog/sync/change-history.server.ts";
import { recheckKeys } from "../connection/check-key.server.ts";
import { removeOldEntries, sweepOutbox } from "../notifications/sweep-outbox.server.ts";
import type { jobs, JobHandlers } from "../queue/jobs.ts";
import { judgeKeptOrders } from "../orders/ingest/judge-kept-orders.server.ts";
import { pollRequests } from "../orders/ingest/poll-requests.server.ts";
import { processOrder, sweepOrders } from "../orders/placing/process-order.server.ts";
import { reconcileOrders, sweepReconciliations } from "../orders/reconciling/reconcile-orders.server.ts";
import { sweepOrderChanges } from "../orders/changes/sweep-order-changes.server.ts";
import { compareNow, sweepComparisons } from "../orders/reconciling/compare-nightly.server.ts";
import { reconcileShop, sweepShopReconciliations } from "../orders/reconciling/reconcile-shop.server.ts";
import { sumAllDays } from "../orders/profit/profit-of-day.server.ts";
import { removeOldOrders } from "../orders/remove-orders.server.ts";
import { sendOrder, sweepSends } from "../orders/sending/send-order.server.ts";
import { wakeAllOrders, wakeOrders } from "../orders/store/wake-orders.server.ts";
import { removeEndedEntries } from "../queue/inbox.server.ts";
import { sweepSetup } from "../installation/check-setup.server.ts";
import { makeSetupDue } from "../installation/setup-store.server.ts";
import { sweepAccess } from "../installation/restore-access.server.ts";
import { pushShipments, sweepShipments } from "../orders/tracking/push-shipments.server.ts";
import { readUpdateList, sweepUpdateLists } from "../orders/tracking/read-update-list.server.ts";
import { readUpdate, sweepUpdates } from "../orders/tracking/read-update.server.ts";
import { wakeTracking } from "../orders/tracking/wake-tracking.server.ts";
import { wakeProfile } from "../shipping/shipping-store.server.ts";
import { sweepProfiles, updateProfile } from "../shipping/update-profile.server.ts";
import { runFlowAction, sweepFlowActions } from "./flow/run-flow-action.server.ts";
import { inbox } from "./webhooks/webhook-topics.server.ts";

/** The functions that handle the jobs of `app/queue/jobs.ts`. */
export const jobHandlers: JobHandlers<typeof jobs> = {
  // Connection
  "connection.connected": async ({ shop }) => {
    await startCatalog(shop);
    await startRestoring(shop);
    await recordUnpublishedBranding(shop);
    await wakeOrders(shop, "connected");
    await wakeTracking(shop);
    await wakeProfile(shop);
  },
  "connection.disconnected": ({ shop }) => startDelisting(shop),
  "connection.supplier-back": async () => {
    await wakeAllOrders("supplier-back");
    await wakeMirrorsAfterOutage();
  },
  "connection.recheck-keys": recheckKeys,

  // Webhooks
  "webhooks.sweep": inbox.drain,
  "webhooks.remove-handled": removeEndedEntries,
  "installation.sweep-access": sweepAccess,

  // Catalog
  "catalog.mirror": async ({ shop }) => {
    await mirrorCatalog(shop);
    // If this run restores stock after a disconnection, it waits for the mirror.
    await processLinkRun(shop);
  },
  "catalog.process-link-run": ({ shop }) => processLinkRun(shop),
  "catalog.match": ({ shop }) => matchProducts(shop),
  "catalog.link": async ({ shop }) => {
    // Wakes orders once per batch, not per product, because each wake-up makes every order that waits for a link read
    // again.
    if (await linkProducts(shop)) await wakeOrders(shop, "products-linked");
  },
  "catalog.import": ({ shop }) => importProducts(shop),
  "catalog.sync": ({ shop }) => syncProducts(shop),
  "catalog.remove-old-changes": removeOldChanges,
  "catalog.ensure-service": ({ shop }) => ensureServiceIfDue(shop),
  "catalog.selling": async ({ shop }) => {
    await makeSetupDue(shop);
    await wakeProfile(shop);
    await wakeOrders(shop, "service-back");
  },
  "catalog.links-changed": ({ shop }) => wakeProfile(shop),
  "catalog.judge-prices": judgeMorePrices,
  "catalog.sweep": sweepCatalog,

  // Shipping rates
  "shipping.update-profile": ({ shop }) => updateProfile(shop),
  "shipping.profile-changed": ({ shop }) => makeSetupDue(shop),
  "shipping.sweep": sweepProfiles,

  // Orders
  "orders.process": processOrder,
  "orders.sweep": sweepOrders,
  "orders.ingest-requests": pollRequests,
  "orders.send": sendOrder,
  "orders.sweep-sends": sweepSends,
  "orders.sweep-kept": judgeKeptOrders,
  "orders.reconcile": ({ shop }) => reconcileOrders(shop),
  "orders.sweep-reconciliations": sweepReconciliations,
  "orders.reconcile-shop": ({ shop }) => reconcileShop(shop),
  "orders.sweep-shop-reconciliations": sweepShopReconciliations,
  "orders.compare": ({ shop }) => compareNow(shop),
  "orders.sweep-comparisons": sweepComparisons,
  "orders.sweep-changes": sweepOrderChanges,
  "orders.sum-days": sumAllDays,
  "orders.remove-old": removeOldOrders,
  "orders.placed": readUpdate,
  "orders.placed-in-shop": ({ shop }) => readUpdateList({ shop, isWanted: true }),

  // Tracking
  "tracking.read-update": readUpdate,
  "tracking.sweep-updates": sweepUpdates,
  "tracking.read-update-list": readUpdateList,
  "tracking.sweep-update-lists": sweepUpdateLists,
  "tracking.push-shipments": pushShipments,
  "tracking.sweep-shipments": sweepShipments,

  // Shopify Flow
  "flow.run-action": runFlowAction,
  "flow.sweep-actions": sweepFlowActions,

  // Setup
  "setup.sweep": sweepSetup,

  // Notifications
  "notifications.sweep": sweepOutbox,
  "notifications.remove-old": removeOldEntries,

  // Activity
  "activity.remove-old": removeOldActivity,
};
