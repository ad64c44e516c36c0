import { env } from "../lib/env.server.ts";
import { removeOldActivityJob } from "../activity/jobs.ts";
import { removeOldActivity } from "../activity/remove-old-activity.server.ts";
import { importProducts } from "../catalog/import/runs/import-products.server.ts";
import {
  ensureServiceJob,
  importProductsJob,
  linkProductsJob,
  matchProductsJob,
  mirrorCatalogJob,
  processLinkRunJob,
  removeOldChangesJob,
  sellingJob,
  sweepCatalogJob,
  syncProductsJob,
} from "../catalog/jobs.ts";
import { processLinkRun } from "../catalog/link-run/process-link-run.server.ts";
import { startDelisting } from "../catalog/links/begin-link-run.server.ts";
import { ensureServiceIfDue } from "../catalog/location/ensure-service.server.ts";
import { linkProducts } from "../catalog/matching/link-products.server.ts";
import { matchProducts } from "../catalog/matching/match-products.server.ts";
import { mirrorCatalog } from "../catalog/mirror/mirror-catalog.server.ts";
import { removeOldChanges } from "../catalog/sync/remove-old-changes.server.ts";
import { syncProducts } from "../catalog/sync/follow/sync-products.server.ts";
import { sweepCatalog } from "../catalog/sweep-catalog.server.ts";
import { connectedJob, disconnectedJob, recheckKeysJob, supplierBackJob } from "../connection/jobs.ts";
import { recheckKeys } from "../connection/recheck-keys.server.ts";
import { pollRequests } from "../orders/ingest/poll-requests.server.ts";
import {
  orderPlacedJob,
  ordersPlacedJob,
  pollRequestsJob,
  processOrderJob,
  reconcileOrdersJob,
  removeOldOrdersJob,
  sweepOrdersJob,
  sweepReconciliationsJob,
} from "../orders/jobs.ts";
import { processOrder } from "../orders/placing/process-order.server.ts";
import { reconcileOrders, sweepReconciliations } from "../orders/reconciling/reconcile-orders.server.ts";
import { wakeOrders } from "../orders/store/wake-orders.server.ts";
import { removeOldOrders } from "../orders/remove-old-orders.server.ts";
import { sweepOrders } from "../orders/sweep-orders.server.ts";
import { handleJob, type JobHandler } from "../queue/define-job.ts";

import { removeHandledJob, sweepInboxJob } from "../queue/jobs.ts";
import { removeEndedEntries } from "../queue/keep-entries.server.ts";
import { openInbox, type TopicHandlers } from "../queue/open-inbox.server.ts";
import { sweepSetup } from "../setup/checks/check-setup.server.ts";
import { sweepSetupJob } from "../setup/jobs.ts";
import { makeSetupDue } from "../setup/setup-store.server.ts";
import {
  pushShipmentsJob,
  readUpdateJob,
  readUpdateListJob,
  sweepShipmentsJob,
  sweepUpdateListsJob,
  sweepUpdatesJob,
} from "../tracking/jobs.ts";
import { pushShipments, sweepShipments } from "../tracking/push-shipments.server.ts";
import { readUpdateList, sweepUpdateLists } from "../tracking/updates/read-update-list.server.ts";
import { readUpdate, sweepUpdates } from "../tracking/updates/read-update.server.ts";
import { ingestScopes } from "./events/app-scopes-update.server.ts";
import { suspendShop } from "./events/app-uninstalled.server.ts";
import { continueBulkWork } from "./events/bulk-operations-finish.server.ts";
import { ingestCancellationRequests } from "./events/cancellation-request-submitted.server.ts";
import { startShop } from "./events/connected.server.ts";
import { reportCustomerData } from "./events/customers-data-request.server.ts";
import { eraseCustomerData } from "./events/customers-redact.server.ts";
import { ingestAllRequests } from "./events/fulfillment-order-notification.server.ts";
import { ingestFulfillmentRequests } from "./events/fulfillment-request-submitted.server.ts";
import { reviewCancelled } from "./events/fulfillment-orders/cancelled.server.ts";
import { continueReleased } from "./events/fulfillment-orders/hold-released.server.ts";
import { reviewMerged } from "./events/fulfillment-orders/merged.server.ts";
import { reviewMoved } from "./events/fulfillment-orders/moved.server.ts";
import { requestRouted } from "./events/fulfillment-orders/order-routing-complete.server.ts";
import { reviewHeld } from "./events/fulfillment-orders/placed-on-hold.server.ts";
import { reviewSplit } from "./events/fulfillment-orders/split.server.ts";
import { compareItem } from "./events/inventory-items-update.server.ts";
import { stopCancelledOrder } from "./events/orders-cancelled.server.ts";
import { reviewEdited } from "./events/orders-edited.server.ts";
import { continuePaidOrder } from "./events/orders-paid.server.ts";
import { noteDeletion } from "./events/products-delete.server.ts";
import { compareProduct } from "./events/products-update.server.ts";
import { reviewRefunded } from "./events/refunds-create.server.ts";
import { eraseShop } from "./events/shop-redact.server.ts";
import { resumeAfterOutage } from "./events/supplier-back.server.ts";
import { recordGivenUp } from "./events/webhook-given-up.server.ts";
import { sweepAccessJob } from "./jobs.ts";
import { sweepAccess } from "./sweep-access.server.ts";
import type { notification, Topic } from "./webhooks/topics.ts";

/** What each webhook topic leads to, and a call to our fulfillment service. */
export const topicHandlers: TopicHandlers<Topic | typeof notification> = {
  "app/scopes_update": ingestScopes,
  "app/uninstalled": suspendShop,
  "bulk_operations/finish": continueBulkWork,
  "customers/data_request": reportCustomerData,
  "customers/redact": eraseCustomerData,
  "fulfillment_orders/cancellation_request_submitted": ingestCancellationRequests,
  "fulfillment_orders/cancelled": reviewCancelled,
  "fulfillment_orders/fulfillment_request_submitted": ingestFulfillmentRequests,
  "fulfillment_orders/hold_released": continueReleased,
  "fulfillment_orders/merged": reviewMerged,
  "fulfillment_orders/moved": reviewMoved,
  "fulfillment_orders/order_routing_complete": requestRouted,
  "fulfillment_orders/placed_on_hold": reviewHeld,
  "fulfillment_orders/split": reviewSplit,
  "inventory_items/update": compareItem,
  "orders/cancelled": stopCancelledOrder,
  "orders/edited": reviewEdited,
  "orders/paid": continuePaidOrder,
  "products/delete": noteDeletion,
  "products/update": compareProduct,
  "refunds/create": reviewRefunded,
  "shop/redact": eraseShop,
  fulfillment_order_notification: ingestAllRequests,
};

/** This process's share of the webhooks. */
export const inbox = openInbox({
  handlers: topicHandlers,
  concurrency: env.WEBHOOK_CONCURRENCY,
  onGivenUp: recordGivenUp,
});

/** One worker at a time: pg-boss schedules it. */
const EVERY_MINUTE = { cron: "* * * * *" };
/** Sweeps that process what they find: each worker takes its part. */
const IN_EACH_WORKER = { everySeconds: 60 };
/** So many shops at a time in a process; the others take turns with them. */
const BULK = { isBulk: true, concurrency: 4 };
/** Webhooks and orders come in crowds. */
const CROWDED = { concurrency: 4 };
/** Many are due at once, and nobody waits for one to the second: orders that come meanwhile do. */
const UNHURRIED = { batch: 1 };

/** What each job leads to, and the schedules. */
export const jobHandlers: JobHandler[] = [
  // Announced by one folder, handled by others.
  handleJob(connectedJob, startShop),
  handleJob(disconnectedJob, ({ shop }) => startDelisting(shop)),
  handleJob(supplierBackJob, resumeAfterOutage),
  handleJob(sellingJob, ({ shop }) => makeSetupDue(shop)),

  // Connection
  handleJob(recheckKeysJob, recheckKeys, IN_EACH_WORKER),

  // Webhooks
  handleJob(sweepInboxJob, inbox.drain, EVERY_MINUTE),
  handleJob(removeHandledJob, removeEndedEntries, { cron: "37 * * * *" }),
  handleJob(sweepAccessJob, sweepAccess, IN_EACH_WORKER),

  // Catalog
  handleJob(
    mirrorCatalogJob,
    async ({ shop }) => {
      await mirrorCatalog(shop);
      // A run that restores stock waits for the list.
      await processLinkRun(shop);
    },
    BULK,
  ),
  handleJob(processLinkRunJob, ({ shop }) => processLinkRun(shop), BULK),
  handleJob(matchProductsJob, ({ shop }) => matchProducts(shop), BULK),
  handleJob(
    linkProductsJob,
    async ({ shop }) => {
      // Not after each product: every order that waits for a link is read again.
      if (await linkProducts(shop)) await wakeOrders(shop, "products-linked");
    },
    BULK,
  ),
  handleJob(importProductsJob, ({ shop }) => importProducts(shop), BULK),
  handleJob(syncProductsJob, ({ shop }) => syncProducts(shop), BULK),
  handleJob(removeOldChangesJob, removeOldChanges, { cron: "27 * * * *" }),
  handleJob(ensureServiceJob, ({ shop }) => ensureServiceIfDue(shop)),
  handleJob(sweepCatalogJob, sweepCatalog, EVERY_MINUTE),

  // Orders
  handleJob(processOrderJob, processOrder, CROWDED),
  handleJob(sweepOrdersJob, sweepOrders, IN_EACH_WORKER),
  handleJob(pollRequestsJob, pollRequests, IN_EACH_WORKER),
  handleJob(reconcileOrdersJob, ({ shop }) => reconcileOrders(shop)),
  handleJob(removeOldOrdersJob, removeOldOrders, { cron: "47 * * * *" }),
  handleJob(sweepReconciliationsJob, sweepReconciliations, { everySeconds: 300 }),

  // Tracking
  handleJob(orderPlacedJob, readUpdate),
  handleJob(ordersPlacedJob, ({ shop }) => readUpdateList({ shop, isWanted: true }), UNHURRIED),
  handleJob(readUpdateJob, readUpdate),
  handleJob(sweepUpdatesJob, sweepUpdates, IN_EACH_WORKER),
  handleJob(readUpdateListJob, readUpdateList),
  handleJob(sweepUpdateListsJob, sweepUpdateLists, IN_EACH_WORKER),
  handleJob(pushShipmentsJob, pushShipments),
  handleJob(sweepShipmentsJob, sweepShipments, IN_EACH_WORKER),

  // Set-up
  handleJob(sweepSetupJob, sweepSetup, IN_EACH_WORKER),

  // Activity
  handleJob(removeOldActivityJob, removeOldActivity, { cron: "17 * * * *" }),
];
