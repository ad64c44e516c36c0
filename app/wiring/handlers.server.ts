import { eraseActivity } from "../activity/erase-activity.server.ts";
import { removeOldActivity, removeOldActivityJob } from "../activity/remove-old-activity.server.ts";
import { eraseBranding } from "../branding/branding-store.server.ts";
import { ensureServiceIfDue } from "../catalog/ensure-service.server.ts";
import { eraseCatalog } from "../catalog/erase-catalog.server.ts";
import { importProducts } from "../catalog/import-products.server.ts";
import {
  ensureServiceJob,
  importProductsJob,
  mirrorCatalogJob,
  roundJob,
  sweepCatalogJob,
} from "../catalog/jobs.ts";
import { mirrorCatalog } from "../catalog/mirror-catalog.server.ts";
import { readOnAfterOutage } from "../catalog/read-on-after-outage.server.ts";
import { startCatalog } from "../catalog/start-catalog.server.ts";
import { startRestoring } from "../catalog/start-restoring.server.ts";
import { startWithdrawal } from "../catalog/start-withdrawal.server.ts";
import { sweepCatalog } from "../catalog/sweep-catalog.server.ts";
import { sweepRounds } from "../catalog/sweep-rounds.server.ts";
import { workOffRound } from "../catalog/work-off-round.server.ts";
import { connectedJob } from "../connection/connected-job.ts";
import { eraseConnection, forgetKey } from "../connection/connection-store.server.ts";
import { disconnectedJob } from "../connection/disconnected-job.ts";
import { platformBackJob } from "../connection/platform-outage.server.ts";
import { log } from "../lib/log.server.ts";
import { eraseOrders } from "../orders/erase-orders.server.ts";
import {
  readNewsJob,
  reconcileOrdersJob,
  sweepOrdersJob,
  takeRequestsJob,
  wakeReconciliationsJob,
  workOffOrderJob,
} from "../orders/jobs.ts";
import { readForOrder } from "../orders/read-for-order.server.ts";
import { reconcileOrders } from "../orders/reconcile-orders.server.ts";
import { wakeReconciliations } from "../orders/reconciliation-store.server.ts";
import { requestPaidOrder, requestPaidOrdersOfAll } from "../orders/request-paid-orders.server.ts";
import { suspendOrders } from "../orders/suspend-orders.server.ts";
import { takeCancelledOrder } from "../orders/take-cancelled-order.server.ts";
import { takeRequests, takeRequestsOfAll } from "../orders/take-requests.server.ts";
import { wakeAfterOutage } from "../orders/wake-after-outage.server.ts";
import { wakePaidOrder } from "../orders/wake-paid-order.server.ts";
import { wakeOrders } from "../orders/wake-orders.server.ts";
import { sweepOrders, workOffOrder } from "../orders/work-off-order.server.ts";
import { type JobHandler, handleJob } from "../queue/define-job.ts";
import {
  eraseInbox,
  handleEntry,
  handleEntryJob,
  sweepInbox,
  sweepInboxJob,
  type TopicHandlers,
} from "../queue/inbox.server.ts";
import { deleteSessions, isInstalled } from "../shop/installation.server.ts";
import { pushShipmentsJob, sweepNewsJob, sweepShipmentsJob } from "../tracking/jobs.ts";
import { pushShipments, sweepShipments } from "../tracking/push-shipments.server.ts";
import { readNews, sweepNews } from "../tracking/read-news.server.ts";
import { suspendTracking } from "../tracking/suspend-tracking.server.ts";
import { wakeTracking } from "../tracking/wake-tracking.server.ts";
import { sweepAccess, sweepAccessJob } from "./sweep-access.server.ts";
import { takeScopes } from "./take-scopes.server.ts";
import { type notification, type Topic } from "./topics.ts";

/** What each webhook topic leads to, and a call to our fulfilment service. */
export const topicHandlers: TopicHandlers<Topic | typeof notification> = {
  "app/uninstalled": async ({ shop }, now) => {
    // A webhook is a hint: it can come late, after a reinstall, and its shop header is not signed.
    if (await isInstalled(shop)) {
      log.warn({ shop }, "installation.uninstall-ignored");
      return;
    }
    await forgetKey(shop, { why: "uninstalled", now });
    await suspendOrders(shop);
    await suspendTracking(shop);
    await deleteSessions(shop);
  },

  "app/scopes_update": ({ shop }, now) => takeScopes(shop, now),

  "fulfillment_orders/fulfillment_request_submitted": ({ shop }, now) => takeRequests(shop, now),
  "fulfillment_orders/cancellation_request_submitted": ({ shop }, now) => takeRequests(shop, now),
  fulfillment_order_notification: ({ shop }, now) => takeRequests(shop, now),
  "orders/cancelled": ({ shop, subjectId }, now) => takeCancelledOrder(shop, { subjectId, now }),
  "orders/paid": async ({ shop, subjectId, triggeredAt }, now) => {
    await wakePaidOrder(shop, { subjectId, now });
    await requestPaidOrder(shop, { subjectId, triggeredAt, now });
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
const workOff = { clock, read: readForOrder };

/** Every job with the code that does it, and the schedules. */
export const jobHandlers: JobHandler[] = [
  handleJob(handleEntryJob, ({ entryId }) => handleEntry(topicHandlers, { entryId, now: new Date() })),
  handleJob(sweepInboxJob, () => sweepInbox(topicHandlers, new Date()), { cron: "* * * * *" }),
  handleJob(connectedJob, async ({ shop }) => {
    await startCatalog(shop, new Date());
    await startRestoring(shop, { now: new Date() });
    await wakeOrders(shop, new Date());
    await wakeTracking(shop, new Date());
  }),
  handleJob(platformBackJob, async () => {
    await wakeAfterOutage(new Date());
    await readOnAfterOutage(new Date());
  }),
  handleJob(disconnectedJob, ({ shop }) => startWithdrawal(shop, new Date())),
  handleJob(mirrorCatalogJob, async ({ shop }) => {
    await mirrorCatalog(shop, new Date());
    // Stock that is to be set again waits for the list.
    await workOffRound(shop, new Date());
  }),
  handleJob(roundJob, ({ shop }) => workOffRound(shop, new Date())),
  handleJob(importProductsJob, ({ shop }) => importProducts(shop, new Date())),
  handleJob(ensureServiceJob, ({ shop }) => ensureServiceIfDue(shop, new Date())),
  handleJob(
    sweepCatalogJob,
    async () => {
      await sweepCatalog(new Date());
      await sweepRounds(new Date());
    },
    { cron: "* * * * *" },
  ),
  handleJob(workOffOrderJob, (order) => workOffOrder(order, workOff)),
  handleJob(sweepOrdersJob, () => sweepOrders(workOff), { cron: "* * * * *" }),
  handleJob(
    takeRequestsJob,
    async () => {
      // First, so that what is requested now is taken now.
      await requestPaidOrdersOfAll();
      await takeRequestsOfAll(new Date());
    },
    { cron: "*/5 * * * *" },
  ),
  handleJob(sweepAccessJob, () => sweepAccess(new Date()), { cron: "* * * * *" }),
  handleJob(readNewsJob, (order) => readNews(order, clock)),
  handleJob(sweepNewsJob, () => sweepNews(clock), { cron: "* * * * *" }),
  handleJob(pushShipmentsJob, (order) => pushShipments(order, clock)),
  handleJob(sweepShipmentsJob, () => sweepShipments(clock), { cron: "* * * * *" }),
  handleJob(reconcileOrdersJob, ({ shop }) => reconcileOrders(shop, new Date())),
  handleJob(wakeReconciliationsJob, () => wakeReconciliations(new Date()), { cron: "*/5 * * * *" }),
  handleJob(removeOldActivityJob, () => removeOldActivity(new Date()), { cron: "17 * * * *" }),
];
