/**
 * Jobs of earlier versions, by the names that their queues have in a database which they worked on. The processes that
 * enqueued them are gone: no process of a version before the tables were renamed can work any more.
 */
export const retiredJobs = [
  "catalog.round",
  "connection.platform-back",
  "inbox.handle",
  "orders.take-requests",
  "orders.wake-reconciliations",
  "orders.work-off",
  "tracking.read-news",
  "tracking.sweep-news",
] as const;
