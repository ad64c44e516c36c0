import {
  recordItemChange,
  recordProductChange,
} from "../../catalog/sync/compare/record-shop-change.server.ts";
import { wakeBulkOperation } from "../../catalog/wake-catalog.server.ts";
import { refreshPricing } from "../../catalog/pricing/find-pricing.server.ts";
import { env } from "../../lib/env.server.ts";
import { reviewOrder } from "../../orders/changes/review-orders.server.ts";
import { reviewRefund } from "../../orders/changes/record-refunds.server.ts";
import {
  ingestCanceledOrder,
  ingestRequest,
  ingestCancellationRequest,
  ingestRequests,
} from "../../orders/ingest/ingest-requests.server.ts";
import { judgeAssessedOrder } from "../../orders/ingest/judge-kept-orders.server.ts";
import { wakePoll } from "../../orders/ingest/poll-requests.server.ts";
import { requestPaidOrder, requestRoutedOrder } from "../../orders/ingest/request-paid-orders.server.ts";
import { reviewRequest } from "../../orders/ingest/review-request.server.ts";
import { redactOrder } from "../../orders/redact-order.server.ts";
import { wakeTimedOrders } from "../../orders/rules/rules-store.server.ts";
import { wakePaidOrder } from "../../orders/store/wake-orders.server.ts";
import { type Handler, type InboxEvent, openInbox } from "../../queue/inbox.server.ts";
import { eraseShop } from "../../installation/erase-shop.server.ts";
import { ingestScopes } from "../../installation/ingest-scopes.server.ts";
import { handleUninstall } from "../../installation/handle-uninstall.server.ts";

/**
 * The functions of webhook topics. A webhook may be late or repeated. Therefore a function reads the subject from the
 * shop before it acts, or makes work due that reads it. Only `customers/redact` trusts the webhook. `shopify.app.toml`
 * subscribes to the same topics.
 */
const webhooks = {
  // The app in the shop
  "app/scopes_update": ingestScopes,
  "app/uninstalled": handleUninstall,
  "shop/redact": eraseShop,
  "shop/update": async ({ shop }) => {
    await refreshPricing(shop);
    await wakeTimedOrders(shop);
  },

  // Customers. We never store an address, only a keyed hash until the package has left. However, the supplier's
  // sentences about an order may name a customer in a way that we did not recognize. For a redaction, the inbox has one
  // entry per order of the customer.
  "customers/data_request": async () => {},
  "customers/redact": ({ shop, subjectId }) => redactOrder(shop, { subjectId }),

  // Orders
  "orders/paid": thenPoll(async ({ shop, subjectId, triggeredAt }) => {
    const woken = await wakePaidOrder(shop, { subjectId });
    const requested = await requestPaidOrder(shop, { subjectId, triggeredAt });
    return woken ?? requested;
  }),
  "orders/cancelled": ({ shop, subjectId }) => ingestCanceledOrder(shop, { subjectId }),
  "orders/edited": ({ shop, subjectId }) => reviewOrder(shop, { subjectId }),
  // A refund cancels nothing at the supplier: the merchant decides about that.
  "refunds/create": ({ shop, subjectId, triggeredAt }) => reviewRefund(shop, { subjectId, triggeredAt }),
  "orders/risk_assessment_changed": ({ shop, subjectId }) => judgeAssessedOrder(shop, { subjectId }),

  // Requests to our fulfillment service
  "fulfillment_orders/fulfillment_request_submitted": ({ shop, subjectId }) =>
    ingestRequest(shop, { subjectId }),
  "fulfillment_orders/cancellation_request_submitted": ({ shop, subjectId }) =>
    ingestCancellationRequest(shop, { subjectId }),

  // Fulfillment orders that the merchant or Shopify changed. If automatic ordering is on, new fulfillment
  // orders are requested.
  "fulfillment_orders/order_routing_complete": thenPoll(({ shop, subjectId }) =>
    requestRoutedOrder(shop, { subjectId }),
  ),
  "fulfillment_orders/cancelled": ({ shop, subjectId }) => reviewRequest(shop, { subjectId }),
  "fulfillment_orders/placed_on_hold": ({ shop, subjectId }) => reviewRequest(shop, { subjectId }),
  "fulfillment_orders/hold_released": thenPoll(reviewAndRequest),
  // A scheduled part of an order is to be sent now, for example a delivery of a prepaid subscription.
  "fulfillment_orders/scheduled_fulfillment_order_ready": thenPoll(reviewAndRequest),
  // The subject is the fulfillment order that remains after the merge. The others are closed. The next review drops
  // them.
  "fulfillment_orders/merged": thenPoll(reviewAndRequest),
  // The subject is the original fulfillment order, which another location now fulfills. `pollRequests` finds
  // fulfillment orders that moved to our location.
  "fulfillment_orders/moved": ({ shop, subjectId }) => reviewRequest(shop, { subjectId }),
  // The subject is the original fulfillment order. The new parts are requested as well.
  "fulfillment_orders/split": thenPoll(reviewAndRequest),

  // Products
  "products/update": ({ shop, ...change }) => recordProductChange(shop, change),
  "products/delete": ({ shop, ...change }) => recordProductChange(shop, change, { deleted: true }),
  // A variant's cost belongs to its inventory item.
  "inventory_items/update": ({ shop, ...change }) => recordItemChange(shop, change),
  "bulk_operations/finish": ({ shop, subjectId }) => wakeBulkOperation(shop, subjectId),
} satisfies Handlers;

type Handlers = Record<string, Handler>;

export type Topic = keyof typeof webhooks;

export const topics = Object.keys(webhooks) as Topic[];

/**
 * Our name for Shopify's calls to our fulfillment service. They are no webhooks: Shopify calls them at an address of
 * their own, without a subscription.
 */
export const NOTIFICATION = "fulfillment_order_notification";

export const topicHandlers: Record<Topic | typeof NOTIFICATION, Handlers[string]> = {
  ...webhooks,
  // The call does not say which request is new, so all requests are read. The two webhooks about requests usually
  // arrive earlier.
  [NOTIFICATION]: ({ shop }) => ingestRequests(shop),
};

/** The inbox as this process handles it. */
export const inbox = openInbox(topicHandlers, env.WEBHOOK_CONCURRENCY);

/**
 * Returns the topic with this name, in Shopify's spelling for headers ("app/uninstalled"); undefined for
 * unknown topics.
 */
export function findTopic(name: string): Topic | undefined {
  return topics.find((topic) => topic === name);
}

/**
 * Makes the shop's poll due after the handler, because the poll finds paid orders that can be sent now. A webhook after
 * which an order can no longer be sent needs no early poll, because sending reads each order again.
 */
function thenPoll(handle: Handler): Handler {
  return async (event) => {
    const answer = await handle(event);
    await wakePoll(event.shop);
    return answer;
  };
}

async function reviewAndRequest({ shop, subjectId }: InboxEvent): Promise<"not-yet" | undefined> {
  await reviewRequest(shop, { subjectId });
  return requestRoutedOrder(shop, { subjectId });
}
