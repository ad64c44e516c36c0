/**
 * Names of kinds of work, by the column that makes the work due. If a column is missing here, `workInWords`
 * shows the table's name.
 */
export const dueWords: Record<string, string> = {
  "inbox_entry.due_at": "webhooks",
  "connection.check_due_at": "checks of the key",
  "supplier_order.due_at": "orders",
  "supplier_order.update_due_at": "updates of single orders",
  "order_update_run.due_at": "lists of order updates",
  "order_reconciliation.due_at": "comparison with the supplier's orders",
  "comparison.due_at": "comparison for the reconciliation page",
  "shop_reconciliation.due_at": "comparison of orders with the shop",
  "shop_reconciliation.changes_due_at": "look for changes of unshipped orders in the shop",
  "shipment.due_at": "packages to show in Shopify",
  "catalog_mirror.due_at": "reading of the supplier's catalog",
  "product_link.due_at": "imports",
  "product_link.sync_due_at": "sync of products",
  "product_link.compare_due_at": "comparison of single products",
  "import_bulk.due_at": "bulk imports",
  "catalog_sync.compare_due_at": "comparison of all products",
  "link_run.due_at": "delisting and relisting of products",
  "match_run.due_at": "searches for the shop's own products",
  "link_match.due_at": "links to the shop's own products",
  "fulfillment_service.due_at": "fulfillment service and location",
  "setup_check.due_at": "checks of the set-up",
  "unrequested_order.due_at": "orders that a merchant sends",
  "unrequested_order.judge_due_at": "orders that rules for automatic ordering keep",
  "request_poll.due_at": "polls of fulfillment requests",
  "shop_access.leased_until": "renewal of the shop's token",
  "import_lease.leased_until": "imports of a shop",
  "catalog_sync.leased_until": "sync of a shop's products",
};

/** Returns the name of the work that a column such as "shipment.due_at" makes due. */
export function workInWords(column: string): string {
  return dueWords[column] ?? column.replace(/\..*/, "").replaceAll("_", " ");
}

/** Sentences about a webhook's failure, by the code in its entry (app/lib/failure.ts). */
const webhookFailures: Record<string, string> = {
  unreachable: "Shopify or the supplier did not answer, or answered that they have a problem.",
  "rate-limited": "Shopify or the supplier asked to wait.",
  unauthorized: "The supplier did not accept the shop's key.",
  rejected: "Shopify or the supplier understood the request and said no.",
  "unexpected-reply": "A reply is not what the contract says.",
  "outcome-unknown": "It is not known if a request took effect.",
  "access-lost": "Shopify no longer lets us in. The merchant opens the app once to restore access.",
  "shop-gone": "The app is not installed there any more.",
  error: "An error of ours. The log has it as “inbox.failed”.",
  "given-up-untried": "An operator gave it up before it had failed.",
};

export function webhookFailure(code: string): string {
  return webhookFailures[code] ?? `The code “${code}” is not known to this version.`;
}

/** Formats seconds as "45 s", "12 min", "3 h 5 min" or "2 d 4 h". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${String(Math.max(0, Math.floor(seconds)))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${String(hours)} h${minutes % 60 > 0 ? ` ${String(minutes % 60)} min` : ""}`;
  return `${String(Math.floor(hours / 24))} d${hours % 24 > 0 ? ` ${String(hours % 24)} h` : ""}`;
}
