import type { RequestHandler } from "express";

import { receiveNotification } from "./receive-notification.server.ts";
import { receiveWebhook } from "./receive-webhook.server.ts";

/** Where Shopify posts what it signs. In front of Remix, which would cost more than all the rest. */
export const signedRoutes: Record<string, RequestHandler> = {
  "/webhooks": receiveWebhook,
  "/fulfillment-service/fulfillment_order_notification": receiveNotification,
};
