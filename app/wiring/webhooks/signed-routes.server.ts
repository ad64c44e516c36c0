import type { RequestHandler } from "express";

import { receiveNotification } from "./receive-notification.server.ts";
import { receiveWebhook } from "./receive-webhook.server.ts";

/**
 * Routes of Shopify's signed requests. They bypass Remix, which would cost more than all their other work.
 */
export const signedRoutes: Record<string, RequestHandler> = {
  "/webhooks": receiveWebhook,
  "/fulfillment-service/fulfillment_order_notification": receiveNotification,
};
