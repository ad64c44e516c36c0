import { z } from "zod";

import { shopDomain } from "../lib/shop-domain.ts";
import { defineJobs } from "./define-jobs.ts";

const nothing = z.object({});
const ofShop = z.object({ shop: shopDomain });
const ofOrder = z.object({ shop: shopDomain, orderId: z.uuid() });

/** Shops per process whose bulk runs at a time. */
const BULK = { isBulk: true, concurrency: 4 };

/**
 * All jobs: names, data and schedules. `app/wiring/job-handlers.server.ts` has their functions.
 *
 * A job without a schedule is enqueued with the change of the row that it serves. Jobs have no retries: their
 * rows do.
 */
export const jobs = defineJobs({
  // Connection
  /** The shop has a working key: a new connection, a new key, or a key that the supplier accepts again. */
  "connection.connected": { data: ofShop },
  /** The shop is disconnected. Its row in `disconnection` decides if its products stay on sale. */
  "connection.disconnected": { data: ofShop },
  /** The supplier answers again after an outage. */
  "connection.supplier-back": { data: nothing },
  /** Tries rejected keys again. */
  "connection.recheck-keys": { data: nothing, everySeconds: 60 },

  // Webhooks
  /** Handles due entries of the inbox that its listener missed. */
  "webhooks.sweep": { data: nothing, cron: "* * * * *" },
  "webhooks.remove-handled": { data: nothing, cron: "37 * * * *" },
  /** Notifies merchants of lost access, and resumes the work of shops whose access is restored. */
  "installation.sweep-access": { data: nothing, everySeconds: 60 },

  // Catalog
  /** Reads the next pages of the supplier's products. */
  "catalog.mirror": { data: ofShop, ...BULK },
  /** Delists or restores the next products after a disconnection or a connection. */
  "catalog.process-link-run": { data: ofShop, ...BULK },
  /** Searches the supplier's products for matches of the shop's own products. */
  "catalog.match": { data: ofShop, ...BULK },
  /** Links or unlinks the next products that the merchant confirmed. */
  "catalog.link": { data: ofShop, ...BULK },
  "catalog.import": { data: ofShop, ...BULK },
  "catalog.sync": { data: ofShop, ...BULK },
  "catalog.remove-old-changes": { data: nothing, cron: "27 * * * *" },
  /** Creates the shop's fulfillment service, or finds the existing one. */
  "catalog.ensure-service": { data: ofShop },
  /** The shop sells from our location: its first product, or a location that was created again. */
  "catalog.selling": { data: ofShop },
  "catalog.sweep": { data: nothing, cron: "* * * * *" },

  // Orders
  "orders.process": { data: ofOrder, concurrency: 4 },
  "orders.sweep": { data: nothing, everySeconds: 60 },
  /** Reads shops' fulfillment requests and paid orders, in case a webhook was lost. */
  "orders.ingest-requests": { data: nothing, everySeconds: 60 },
  /** Compares the next orders with the supplier's. */
  "orders.reconcile": { data: ofShop },
  "orders.sweep-reconciliations": { data: nothing, everySeconds: 300 },
  "orders.remove-old": { data: nothing, cron: "47 * * * *" },
  /** The supplier has the order, whose first update is due. */
  "orders.placed": { data: ofOrder },
  /**
   * The supplier has new orders of the shop. A batch of one, because many are due at once, and other orders
   * must not wait for all.
   */
  "orders.placed-in-shop": { data: ofShop, oncePerShop: true, batch: 1 },

  // Tracking
  /** Reads the supplier's update of one order. */
  "tracking.read-update": { data: ofOrder },
  "tracking.sweep-updates": { data: nothing, everySeconds: 60 },
  /** Reads the supplier's list of changed orders. */
  "tracking.read-update-list": { data: ofShop },
  "tracking.sweep-update-lists": { data: nothing, everySeconds: 60 },
  /** Shows an order's shipments in the shop as fulfillments. */
  "tracking.push-shipments": { data: ofOrder },
  "tracking.sweep-shipments": { data: nothing, everySeconds: 60 },

  // Setup
  "setup.sweep": { data: nothing, everySeconds: 60 },

  // Activity
  "activity.remove-old": { data: nothing, cron: "17 * * * *" },
});
