import type { RequestHandler } from "express";

import { receiveFlowAction, receiveFlowLifecycle } from "./receive-flow.server.ts";
import { receiveNotification, receiveWebhook } from "./receive-webhook.server.ts";

export { SIGNATURE_HEADERS } from "./receive-webhook.server.ts";

/**
 * Routes of Shopify's signed requests. They do not go through Remix, which would take longer than the work for such a
 * request.
 */
export const signedRoutes: Record<string, RequestHandler> = {
  "/webhooks": receiveWebhook,
  "/fulfillment-service/fulfillment_order_notification": receiveNotification,
  "/flow/actions": receiveFlowAction,
  "/flow/lifecycle": receiveFlowLifecycle,
};
