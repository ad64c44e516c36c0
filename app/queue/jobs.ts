import { z } from "zod";
import { shopDomain } from "../lib/shop-domain.ts";

const nothing = z.object({});
const ofShop = z.object({ shop: shopDomain });
const ofFlowRun = z.object({ shop: shopDomain, runId: z.string() });
const ofOrder = z.object({ shop: shopDomain, orderId: z.uuid() });

/** Options of a bulk job: up to four shops at a time per process. */
const BULK = { isBulk: true, concurrency: 4 };

/**
 * All jobs: their names, data and schedules. `app/wiring/job-handlers.server.ts` has their functions.
 *
 * A job without a schedule is enqueued in the transaction that makes its row due. A failed job is not
 * retried: its row stays due, and is retried.
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
  /** The shop sells from our location for the first time; or our location is back, or is gone. */
  "catalog.selling": { data: ofShop },
  /** Variants were linked or unlinked. */
  "catalog.links-changed": { data: ofShop, oncePerShop: true },
  /** The shop's currency or taxes, or the merchant's tax, shipping or exchange rates have changed: judges which prices are below cost. */
  "catalog.judge-prices": { data: ofShop, oncePerShop: true, ...BULK },
  "catalog.sweep": { data: nothing, cron: "* * * * *" },

  // Shipping rates
  /** Updates the shop's delivery profile: its rates, and the variants in it. */
  "shipping.update-profile": { data: ofShop, ...BULK },
  /** Shopify has accepted new rates, has lost them, or has a new reason for rejecting them. */
  "shipping.profile-changed": { data: ofShop, oncePerShop: true },
  "shipping.sweep": { data: nothing, everySeconds: 60 },

  // Orders
  "orders.process": { data: ofOrder, concurrency: 4 },
  "orders.sweep": { data: nothing, everySeconds: 60 },
  /** Reads shops' fulfillment requests and paid orders, in case a webhook was lost. */
  "orders.ingest-requests": { data: nothing, everySeconds: 60 },
  /** Sends a paid order that the merchant wants to send. */
  "orders.send": { data: ofOrder, concurrency: 2 },
  "orders.sweep-sends": { data: nothing, everySeconds: 60 },
  /** Judges again the orders that the merchant's rules keep from being sent. */
  "orders.sweep-kept": { data: nothing, everySeconds: 60 },
  /** Compares the next orders with the supplier's. */
  "orders.reconcile": { data: ofShop },
  "orders.sweep-reconciliations": { data: nothing, everySeconds: 300 },
  /** Compares our records of a shop's orders with the shop. Needs no supplier. */
  "orders.reconcile-shop": { data: ofShop },
  "orders.sweep-shop-reconciliations": { data: nothing, everySeconds: 300 },
  /** Finds the differences that the reconciliation page shows. */
  "orders.compare": { data: ofShop, oncePerShop: true },
  "orders.sweep-comparisons": { data: nothing, everySeconds: 60 },
  /** Looks in the shop for changed orders among those that the supplier has not shipped. */
  "orders.sweep-changes": { data: nothing, everySeconds: 60 },
  /** Sums up the days whose orders have changed, for the profit page. */
  "orders.sum-days": { data: nothing, cron: "*/10 * * * *" },
  "orders.remove-old": { data: nothing, cron: "47 * * * *" },
  /** The supplier has the order. The order's first update is due. */
  "orders.placed": { data: ofOrder },
  /**
   * The supplier has new orders of the shop. Their first updates are read from the supplier's list. Each
   * worker takes one job at a time: many such jobs come at once, and a shop's job must not wait for other
   * shops' jobs.
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

  // Shopify Flow
  /** Carries out an action that a merchant's workflow calls. */
  "flow.run-action": { data: ofFlowRun },
  "flow.sweep-actions": { data: nothing, everySeconds: 60 },

  // Setup
  "setup.sweep": { data: nothing, everySeconds: 60 },

  // Notifications
  /** Sends e-mails about due events, and starts workflows of Shopify Flow for them. */
  "notifications.sweep": { data: nothing, everySeconds: 60 },
  "notifications.remove-old": { data: nothing, cron: "57 * * * *" },

  // Activity
  "activity.remove-old": { data: nothing, cron: "17 * * * *" },
});

type JobOptions<Data extends object> = {
  /** Only ids of rows. The job reads its row when it runs, because the row may have changed since. */
  data: z.ZodType<Data>;
  /** While one job waits for a shop, enqueuing a second does nothing. */
  oncePerShop?: boolean;
  /** Schedule in UTC, five fields. The job has no data, and one worker of all processes runs it. */
  cron?: string;
  /**
   * Makes the job a sweep: each worker process runs it at this interval. Enqueuing the job makes one process
   * run it earlier.
   */
  everySeconds?: number;
  /** Workers per process: 2 by default, 1 for a job with a schedule. */
  concurrency?: number;
  /** Jobs that a worker takes at a time: 4 by default. A batch ends with its slowest job. */
  batch?: number;
  /**
   * The job runs for seconds and then enqueues itself while its shop has work. Its workers take one job at a
   * time. Each process runs one of these jobs per shop at a time. Two more workers take urgent jobs only
   * (`isUrgent` of `enqueue`).
   */
  isBulk?: boolean;
};

/**
 * A job, named `area.verb`. It may run late, twice, or not at all. Sweeps make up for that, so jobs have no
 * retries.
 */
export type Job<Data extends object = object> = JobOptions<Data> & { name: string };

export type JobTable = Record<string, Job>;

/** Returns the jobs by their names. Code can enqueue a job without importing the function that handles it. */
export function defineJobs<Table extends Record<string, JobOptions<object>>>(table: Table) {
  const named = Object.entries(table).map(([name, options]) => [name, { ...options, name }]);
  return Object.fromEntries(named) as {
    [Name in keyof Table]: Table[Name] & { name: Name & string };
  };
}

/** One function per job. */
export type JobHandlers<Jobs extends JobTable> = {
  [Name in keyof Jobs]: (data: z.infer<Jobs[Name]["data"]>) => Promise<unknown>;
};

/** A job with its function, as workers run it. */
export type JobHandler = { job: Job; handle: (data: object) => Promise<unknown> };
