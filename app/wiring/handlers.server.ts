import { eraseActivity } from "../activity/erase-activity.server.ts";
import { removeOldActivity, removeOldActivityJob } from "../activity/remove-old-activity.server.ts";
import { eraseBranding } from "../branding/branding-store.server.ts";
import { ensureServiceIfDue } from "../catalog/ensure-service.server.ts";
import { eraseCatalog } from "../catalog/erase-catalog.server.ts";
import { importProducts } from "../catalog/import-products.server.ts";
import { ensureServiceJob, importProductsJob, mirrorCatalogJob, sweepCatalogJob } from "../catalog/jobs.ts";
import { mirrorCatalog } from "../catalog/mirror-catalog.server.ts";
import { startCatalog } from "../catalog/start-catalog.server.ts";
import { sweepCatalog } from "../catalog/sweep-catalog.server.ts";
import { connectedJob } from "../connection/connected-job.ts";
import { eraseConnection, forgetKey } from "../connection/connection-store.server.ts";
import { log } from "../lib/log.server.ts";
import { eraseOrders } from "../orders/erase-orders.server.ts";
import { sweepOrdersJob, takeRequestsJob, workOffOrderJob } from "../orders/jobs.ts";
import { readForOrder } from "../orders/read-for-order.server.ts";
import { suspendOrders } from "../orders/suspend-orders.server.ts";
import { takeCancelledOrder } from "../orders/take-cancelled-order.server.ts";
import { takeRequests, takeRequestsOfAll } from "../orders/take-requests.server.ts";
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
import type { Topic } from "./topics.ts";

/** What each webhook topic leads to. */
export const topicHandlers: TopicHandlers<Topic> = {
  "app/uninstalled": async ({ shop }, now) => {
    // A webhook is a hint: it can come late, after a reinstall, and its shop header is not signed.
    if (await isInstalled(shop)) {
      log.warn({ shop }, "installation.uninstall-ignored");
      return;
    }
    await forgetKey(shop, { why: "uninstalled", now });
    await suspendOrders(shop);
    await deleteSessions(shop);
  },

  "fulfillment_orders/fulfillment_request_submitted": ({ shop }, now) => takeRequests(shop, now),
  "fulfillment_orders/cancellation_request_submitted": ({ shop }, now) => takeRequests(shop, now),
  "orders/cancelled": ({ shop, subjectId }, now) => takeCancelledOrder(shop, { subjectId, now }),

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

const workOff = { clock: () => new Date(), read: readForOrder };

/** Every job with the code that does it, and the schedules. */
export const jobHandlers: JobHandler[] = [
  handleJob(handleEntryJob, ({ entryId }) => handleEntry(topicHandlers, { entryId, now: new Date() })),
  handleJob(sweepInboxJob, () => sweepInbox(topicHandlers, new Date()), { cron: "* * * * *" }),
  handleJob(connectedJob, async ({ shop }) => {
    await startCatalog(shop, new Date());
    await wakeOrders(shop, new Date());
  }),
  handleJob(mirrorCatalogJob, ({ shop }) => mirrorCatalog(shop, new Date())),
  handleJob(importProductsJob, ({ shop }) => importProducts(shop, new Date())),
  handleJob(ensureServiceJob, ({ shop }) => ensureServiceIfDue(shop, new Date())),
  handleJob(sweepCatalogJob, () => sweepCatalog(new Date()), { cron: "* * * * *" }),
  handleJob(workOffOrderJob, (order) => workOffOrder(order, workOff)),
  handleJob(sweepOrdersJob, () => sweepOrders(workOff), { cron: "* * * * *" }),
  handleJob(takeRequestsJob, () => takeRequestsOfAll(new Date()), { cron: "*/5 * * * *" }),
  handleJob(removeOldActivityJob, () => removeOldActivity(new Date()), { cron: "17 * * * *" }),
];
