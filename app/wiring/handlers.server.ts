import { eraseActivity } from "../activity/erase-activity.server.ts";
import { removeOldActivityJob } from "../activity/jobs.ts";
import { removeOldActivity } from "../activity/remove-old-activity.server.ts";
import { eraseBranding } from "../branding/branding-store.server.ts";
import { ensureServiceIfDue } from "../catalog/location/ensure-service.server.ts";
import { eraseCatalog } from "../catalog/erase-catalog.server.ts";
import { importProducts } from "../catalog/import/import-products.server.ts";
import {
  ensureServiceJob,
  importProductsJob,
  mirrorCatalogJob,
  processLinkRunJob,
  sweepCatalogJob,
} from "../catalog/jobs.ts";
import { mirrorCatalog } from "../catalog/mirror/mirror-catalog.server.ts";
import { wakeMirrorsAfterOutage } from "../catalog/mirror/wake-mirrors-after-outage.server.ts";
import { startCatalog } from "../catalog/start-catalog.server.ts";
import { startRestoring } from "../catalog/link-run/start-restoring.server.ts";
import { startDelisting } from "../catalog/link-run/start-delisting.server.ts";
import { sweepCatalog } from "../catalog/sweep-catalog.server.ts";
import { processLinkRun } from "../catalog/link-run/process-link-run.server.ts";
import { eraseConnection, forgetKey } from "../connection/connection-store.server.ts";
import { connectedJob, disconnectedJob, supplierBackJob } from "../connection/jobs.ts";
import { log } from "../lib/log.server.ts";
import { eraseOrders } from "../orders/erase-orders.server.ts";
import {
  ingestRequestsJob,
  orderPlacedJob,
  processOrderJob,
  reconcileOrdersJob,
  sweepOrdersJob,
  sweepReconciliationsJob,
} from "../orders/jobs.ts";
import { reconcileOrders, sweepReconciliations } from "../orders/reconciling/reconcile-orders.server.ts";
import { requestPaidOrder, requestPaidOrdersOfAll } from "../orders/ingest/request-paid-orders.server.ts";
import { ingestCancelledOrder } from "../orders/ingest/ingest-cancelled-order.server.ts";
import { ingestRequests, ingestRequestsOfAll } from "../orders/ingest/ingest-requests.server.ts";
import {
  suspendOrders,
  wakeOrders,
  wakeOrdersAfterOutage,
  wakePaidOrder,
} from "../orders/wake-orders.server.ts";
import { sweepOrders, processOrder } from "../orders/process-order.server.ts";
import { type JobHandler, handleJob } from "../queue/define-job.ts";
import {
  eraseInbox,
  handleEntry,
  handleEntryJob,
  sweepInbox,
  sweepInboxJob,
  type TopicHandlers,
} from "../queue/inbox.server.ts";
import { deleteSessions, isInstalled } from "../shop/auth/installation.server.ts";
import { pushShipmentsJob, readUpdateJob, sweepUpdatesJob, sweepShipmentsJob } from "../tracking/jobs.ts";
import { pushShipments, sweepShipments } from "../tracking/push-shipments.server.ts";
import { readUpdate, sweepUpdates } from "../tracking/read-update.server.ts";
import { suspendTracking } from "../tracking/suspend-tracking.server.ts";
import { wakeTracking } from "../tracking/wake-tracking.server.ts";
import { sweepAccess, sweepAccessJob } from "./sweep-access.server.ts";
import { ingestScopes } from "./take-scopes.server.ts";
import { type notification, type Topic } from "./topics.ts";

/** What each webhook topic leads to, and a call to our fulfilment service. */
export const topicHandlers: TopicHandlers<Topic | typeof notification> = {
  "app/uninstalled": async ({ shop }) => {
    // A webhook is a hint: it can come late, after a reinstall, and its shop header is not signed.
    if (await isInstalled(shop)) {
      log.warn({ shop }, "installation.uninstall-ignored");
      return;
    }
    await forgetKey(shop, { why: "uninstalled" });
    await suspendOrders(shop);
    await suspendTracking(shop);
    await deleteSessions(shop);
  },

  "app/scopes_update": ({ shop }, now) => ingestScopes(shop, now),

  "fulfillment_orders/fulfillment_request_submitted": ({ shop }) => ingestRequests(shop),
  "fulfillment_orders/cancellation_request_submitted": ({ shop }) => ingestRequests(shop),
  fulfillment_order_notification: ({ shop }) => ingestRequests(shop),
  "orders/cancelled": ({ shop, subjectId }) => ingestCancelledOrder(shop, { subjectId }),
  "orders/paid": async ({ shop, subjectId, triggeredAt }) => {
    await wakePaidOrder(shop, { subjectId });
    await requestPaidOrder(shop, { subjectId, triggeredAt });
  },

  // No personal data of a shop's customers is kept, so there is none to hand out or to erase.
  "customers/data_request": () => Promise.resolve(),
  "customers/redact": () => Promise.resolve(),

  "shop/redact": async ({ shop }) => {
    if (await isInstalled(shop)) {
      log.warn({ shop }, "installation.redact-ignored");
      return;
    }
    await eraseConnection(shop);
    await eraseCatalog(shop);
    await eraseOrders(shop);
    await eraseActivity(shop);
    await eraseBranding(shop);
    await deleteSessions(shop);
    await eraseInbox(shop);
  },
};

const clock = () => new Date();

/** Every job with the code that does it, and the schedules. */
export const jobHandlers: JobHandler[] = [
  handleJob(handleEntryJob, ({ entryId }) => handleEntry(topicHandlers, { entryId, now: new Date() })),
  handleJob(sweepInboxJob, () => sweepInbox(topicHandlers, new Date()), { cron: "* * * * *" }),
  handleJob(connectedJob, async ({ shop }) => {
    await startCatalog(shop);
    await startRestoring(shop);
    await wakeOrders(shop, "connected");
    await wakeTracking(shop, new Date());
  }),
  handleJob(supplierBackJob, async () => {
    await wakeOrdersAfterOutage();
    await wakeMirrorsAfterOutage();
  }),
  handleJob(disconnectedJob, ({ shop }) => startDelisting(shop)),
  handleJob(mirrorCatalogJob, async ({ shop }) => {
    await mirrorCatalog(shop);
    // A run that restores stock waits for the list.
    await processLinkRun(shop);
  }),
  handleJob(processLinkRunJob, ({ shop }) => processLinkRun(shop)),
  handleJob(importProductsJob, ({ shop }) => importProducts(shop)),
  handleJob(ensureServiceJob, ({ shop }) => ensureServiceIfDue(shop)),
  handleJob(sweepCatalogJob, sweepCatalog, { cron: "* * * * *" }),
  handleJob(processOrderJob, processOrder),
  handleJob(sweepOrdersJob, sweepOrders, { cron: "* * * * *" }),
  handleJob(
    ingestRequestsJob,
    async () => {
      // First, so that what is requested now is ingested now.
      await requestPaidOrdersOfAll();
      await ingestRequestsOfAll();
    },
    { cron: "*/5 * * * *" },
  ),
  handleJob(sweepAccessJob, () => sweepAccess(new Date()), { cron: "* * * * *" }),
  handleJob(orderPlacedJob, (order) => readUpdate(order, clock)),
  handleJob(readUpdateJob, (order) => readUpdate(order, clock)),
  handleJob(sweepUpdatesJob, () => sweepUpdates(clock), { cron: "* * * * *" }),
  handleJob(pushShipmentsJob, (order) => pushShipments(order, clock)),
  handleJob(sweepShipmentsJob, () => sweepShipments(clock), { cron: "* * * * *" }),
  handleJob(reconcileOrdersJob, ({ shop }) => reconcileOrders(shop)),
  handleJob(sweepReconciliationsJob, sweepReconciliations, { cron: "*/5 * * * *" }),
  handleJob(removeOldActivityJob, removeOldActivity, { cron: "17 * * * *" }),
];
