/** A row of the former schema, as today's tables keep it. */
import type { Row } from "./all-rows.ts";

export const NEW_TABLES: Record<string, string> = {
  platform_outage: "supplier_outage",
  told_mismatch: "recorded_mismatch",
  listed_product: "product_link",
  listed_variant: "variant_link",
  listed_round: "link_run",
};

/** Columns whose values stayed as they were, but for what follows below. */
const NEW_COLUMNS: Record<string, Record<string, string>> = {
  shop_access: { told_at: "notified_at" },
  connection: { key_check_said: "key_check_message" },
  inbox_entry: { attempts: "retry_count" },
  activity: { said: "message" },
  supplier_order: {
    order_id: "shop_order_id",
    wholesale_order_id: "supplier_order_id",
    seen_to: "acknowledged_reason",
    tries: "retry_count",
    news_due_at: "update_due_at",
    news_tries: "update_retry_count",
    said: "reason_params",
  },
  supplier_order_line: { supplier_order_id: "order_id", variant_id: "supplier_variant_id" },
  shop_order_line: { order_id: "shop_order_id" },
  order_attempt: { supplier_order_id: "order_id" },
  order_attempt_outcome: { wholesale_order_id: "supplier_order_id", said: "params" },
  ordering_settings: { auto_request_since: "automatic_ordering_since" },
  order_reconciliation: { tries: "retry_count" },
  told_mismatch: { told_at: "recorded_at" },
  shipment: {
    supplier_order_id: "order_id",
    wholesale_shipment_id: "supplier_shipment_id",
    news_at: "supplier_updated_at",
    asked: "requested",
    tries: "retry_count",
    said: "problem",
  },
  catalog_mirror: { pass: "run", attempts: "retry_count", problem_said: "problem_message" },
  mirror_page: { product_ids: "supplier_product_ids" },
  supplier_variant: { product_id: "supplier_product_id" },
  listed_product: { attempts: "retry_count", withdrawn: "delisted", said: "problem" },
  listed_round: { after: "checkpoint", refused: "failed", attempts: "retry_count" },
  fulfillment_service: { attempts: "retry_count", said: "problem" },
  branding_draft: { refused_said: "rejection" },
};

const IN_EACH_TABLE: Record<string, string> = { next_at: "due_at" };

/** Columns that are gone: nothing goes by them any more. */
const DROPPED_COLUMNS: Record<string, string[]> = {
  supplier_order: ["news_at"],
  mirror_page: ["pass", "skipped"],
  catalog_mirror: ["skipped"],
  listed_product: ["content_hash"],
  supplier_product: ["search"],
  catalog_settings: ["markup_percent"],
};

/** Words that rows keep. One that is not listed stayed as it was. */
const NEW_WORDS: Record<string, Record<string, string>> = {
  "connection.key_check": { refused: "unauthorized" },
  "key_attempt.outcome": { refused: "failed", settled: "acknowledged" },
  "inbox_entry.failure": { "token-lost": "access-lost" },
  "activity.kind": {
    "connection.refused": "connection.unauthorized",
    "branding.refused": "branding.rejected",
    "shop.token-lost": "shop.access-lost",
    "shop.token-regained": "shop.access-restored",
    "orders.cancelled": "orders.canceled",
    "orders.news-differs": "orders.update-differs",
    "orders.not-there": "orders.unknown-to-supplier",
    "orders.auto-request-on": "orders.automatic-ordering-on",
    "orders.auto-request-off": "orders.automatic-ordering-off",
    "orders.request-refused": "orders.request-failed",
    "catalog.withdrawn": "catalog.delisted",
    "catalog.forgotten": "catalog.unlinked",
    "tracking.refused": "tracking.failed",
  },
  "activity.subject_url": { "/app/catalog?show=refused": "/app/catalog?show=skipped" },
  "supplier_order.state": { cancelled: "canceled" },
  "supplier_order.acceptance": { withdrawing: "closing", withdrawn: "closed" },
  "supplier_order.seen_to": {
    "cancelled-there": "canceled-at-supplier",
    "news-differs": "update-differs",
    "not-there": "unknown-to-supplier",
  },
  "supplier_order.reason": {
    cancelled: "canceled",
    "cancelled-there": "canceled-at-supplier",
    "cancelled-unsent": "canceled-unsent",
    "not-cancelled": "not-canceled",
    refused: "rejected",
    "rejected-there": "rejected-at-supplier",
    "rest-cancelled": "rest-canceled",
    "key-refused": "key-unauthorized",
    unauthorized: "key-unauthorized",
    "asked-to-wait": "supplier-rate-limited",
    "token-lost": "access-lost",
    error: "ours",
    "news-differs": "update-differs",
    "news-unread": "update-unreadable",
    "not-there": "unknown-to-supplier",
    "not-turned-down": "not-declined",
    "said-not-ordered": "confirmed-not-ordered",
    "price-rose": "cost-rose",
  },
  "order_attempt_outcome.kind": {
    refused: "rejected",
    "key-refused": "key-unauthorized",
    "asked-to-wait": "supplier-rate-limited",
    "said-ordered": "confirmed-ordered",
    "said-not-ordered": "confirmed-not-ordered",
  },
  "told_mismatch.subject": { "platform:ord_000404": "supplier:ord_000404" },
  "shipment.state": { told: "shown", refused: "failed" },
  "catalog_mirror.problem": { refused: "unauthorized" },
  "listed_product.state": { refused: "skipped" },
  "listed_product.withdrawn": { forgotten: "unlinked" },
  "listed_round.kind": { withdraw: "delist", forget: "unlink" },
  "fulfillment_service.state": { refused: "failed" },
};

/** Former failures didn't say whose side they were on. By the order's name. */
const NEW_REASONS: Record<string, string> = {
  "#9023": "supplier-rejected",
  "#9024": "shop-rejected",
  "#9025": "permission-missing",
  "#9026": "shop-unreachable",
  "#9027": "key-not-opened",
  "#9034": "proven-not-ordered",
  "#9038": "supplier-unreachable",
  "#9039": "shop-unreachable",
  "#9040": "shop-rate-limited",
  "#9041": "shop-unexpected-reply",
  "#9042": "supplier-unexpected-reply",
  "#9057": "shop-outcome-unknown",
  "#9058": "supplier-outcome-unknown",
  "#9059": "supplier-rejected",
  "#9061": "supplier-rate-limited",
};

/** Sentences beside a code; all others stand alone. */
const BESIDE_A_CODE = ["supplier_order", "order_attempt_outcome"];
const SENTENCES = ["said", "key_check_said", "problem_said", "refused_said"];

/** The row as it is expected to be after the upgrade. */
export function afterUpgrade(table: string, row: Row): Row {
  const after: Row = {};
  for (const [column, value] of Object.entries(row))
    if (!DROPPED_COLUMNS[table]?.includes(column))
      after[NEW_COLUMNS[table]?.[column] ?? IN_EACH_TABLE[column] ?? column] = valueAfter(table, {
        column,
        value,
        row,
      });
  return after;
}

function valueAfter(table: string, { column, value, row }: { column: string; value: unknown; row: Row }) {
  if (value === null) return null;
  if (SENTENCES.includes(column))
    return BESIDE_A_CODE.includes(table) ? { text: value } : { code: "earlier-message", text: value };
  if (column === "lines" && Array.isArray(value))
    return (value as Row[]).map(({ variantId, ...line }) => ({ ...line, supplierVariantId: variantId }));
  if (column === "asked") {
    const { beside, ...requested } = value as Row;
    return { ...requested, existing: beside };
  }
  const reason = column === "reason" ? NEW_REASONS[String(row["order_name"])] : undefined;
  return reason ?? NEW_WORDS[`${table}.${column}`]?.[value as string] ?? value;
}
