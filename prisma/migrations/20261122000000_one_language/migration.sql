-- One language: every concept has one word, and ids say whose they are. Only names and stored words change, and nothing
-- is lost.

-- FORCE binds the owner as well: without a shop or a purpose it would see no row to change.
SELECT set_config('stockbridge.system', 'migration', true);

-- ---- Connection

ALTER TABLE "platform_outage" RENAME TO "supplier_outage";
ALTER TABLE "supplier_outage" RENAME CONSTRAINT "platform_outage_pkey" TO "supplier_outage_pkey";
ALTER TABLE "supplier_outage" RENAME CONSTRAINT "platform_outage_one" TO "supplier_outage_one";

ALTER TABLE "shop_access" RENAME COLUMN "told_at" TO "notified_at";
ALTER TABLE "shop_access" RENAME CONSTRAINT "shop_access_told" TO "shop_access_notified";

ALTER TABLE "connection" DROP CONSTRAINT "connection_key_check";
UPDATE "connection" SET "key_check" = 'unauthorized' WHERE "key_check" = 'refused';
ALTER TABLE "connection" ADD CONSTRAINT "connection_key_check" CHECK ("key_check" IN ('verified', 'unverified', 'unauthorized'));

ALTER TABLE "key_attempt" DROP CONSTRAINT "key_attempt_outcome";
UPDATE "key_attempt" SET "outcome" = CASE "outcome" WHEN 'refused' THEN 'failed' ELSE 'acknowledged' END
  WHERE "outcome" IN ('refused', 'settled');
ALTER TABLE "key_attempt" ADD CONSTRAINT "key_attempt_outcome"
  CHECK ("outcome" IN ('pending', 'stored', 'failed', 'orphaned', 'released', 'acknowledged'));

-- ---- Inbox and activity

ALTER TABLE "inbox_entry" RENAME COLUMN "attempts" TO "retry_count";
UPDATE "inbox_entry" SET "failure" = 'access-lost' WHERE "failure" = 'token-lost';

ALTER INDEX "activity_needs_you" RENAME TO "activity_needs_attention";
UPDATE "activity" SET "kind" = renamed.now FROM (VALUES
    ('connection.refused', 'connection.unauthorized'), ('branding.refused', 'branding.rejected'),
    ('shop.token-lost', 'shop.access-lost'), ('shop.token-regained', 'shop.access-restored'),
    ('orders.news-differs', 'orders.update-differs'), ('orders.not-there', 'orders.unknown-to-supplier'),
    ('orders.auto-request-on', 'orders.automatic-ordering-on'), ('orders.auto-request-off', 'orders.automatic-ordering-off'),
    ('catalog.withdrawn', 'catalog.delisted'), ('catalog.forgotten', 'catalog.unlinked'),
    ('tracking.refused', 'tracking.failed')
  ) AS renamed (before, now) WHERE "activity"."kind" = renamed.before;
UPDATE "activity" SET "subject_url" = '/app/catalog?show=skipped' WHERE "subject_url" = '/app/catalog?show=refused';

-- ---- Orders

ALTER TABLE "supplier_order" RENAME COLUMN "order_id" TO "shop_order_id";
ALTER TABLE "supplier_order" RENAME COLUMN "wholesale_order_id" TO "supplier_order_id";
ALTER TABLE "supplier_order" RENAME COLUMN "seen_to" TO "acknowledged_reason";
ALTER TABLE "supplier_order" RENAME COLUMN "tries" TO "retry_count";
ALTER TABLE "supplier_order" RENAME COLUMN "news_at" TO "supplier_updated_at";
ALTER TABLE "supplier_order" RENAME COLUMN "news_due_at" TO "update_due_at";
ALTER TABLE "supplier_order" RENAME COLUMN "news_tries" TO "update_retry_count";
ALTER TABLE "supplier_order" DROP CONSTRAINT "supplier_order_acceptance";
UPDATE "supplier_order" SET "acceptance" = CASE "acceptance" WHEN 'withdrawing' THEN 'closing' ELSE 'closed' END
  WHERE "acceptance" IN ('withdrawing', 'withdrawn');
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_acceptance"
  CHECK ("acceptance" IN ('due', 'accepted', 'gone', 'closing', 'closed'));
-- 'refused' stays until the next migration has told it from a failure's 'rejected'.
UPDATE "supplier_order" SET "reason" = renamed.now FROM (VALUES
    ('key-refused', 'key-unauthorized'), ('unauthorized', 'key-unauthorized'),
    ('asked-to-wait', 'rate-limited'), ('token-lost', 'access-lost'), ('news-differs', 'update-differs'),
    ('news-unread', 'update-unreadable'), ('not-there', 'unknown-to-supplier'), ('not-turned-down', 'not-declined'),
    ('said-ordered', 'confirmed-ordered'), ('said-not-ordered', 'confirmed-not-ordered')
  ) AS renamed (before, now) WHERE "supplier_order"."reason" = renamed.before;
UPDATE "supplier_order" SET "acknowledged_reason" = renamed.now FROM (VALUES
    ('news-differs', 'update-differs'), ('not-there', 'unknown-to-supplier')
  ) AS renamed (before, now) WHERE "supplier_order"."acknowledged_reason" = renamed.before;
ALTER INDEX "supplier_order_shop_order_id_idx" RENAME TO "supplier_order_shop_shop_order_id_idx";
ALTER INDEX "supplier_order_shop_wholesale_order_id_idx" RENAME TO "supplier_order_shop_supplier_order_id_idx";
ALTER INDEX "supplier_order_needs_you" RENAME TO "supplier_order_needs_attention";
ALTER INDEX "supplier_order_news_due" RENAME TO "supplier_order_update_due";

ALTER TABLE "supplier_order" ADD COLUMN "leased_until" TIMESTAMPTZ(3);

ALTER TABLE "supplier_order_line" RENAME COLUMN "supplier_order_id" TO "order_id";
ALTER TABLE "supplier_order_line" RENAME COLUMN "variant_id" TO "supplier_variant_id";
ALTER TABLE "supplier_order_line" RENAME CONSTRAINT "supplier_order_line_supplier_order_id_fkey" TO "supplier_order_line_order_id_fkey";
ALTER INDEX "supplier_order_line_supplier_order_id_line_item_id_key" RENAME TO "supplier_order_line_order_id_line_item_id_key";

ALTER TABLE "shop_order_line" RENAME COLUMN "order_id" TO "shop_order_id";

ALTER TABLE "order_attempt" RENAME COLUMN "supplier_order_id" TO "order_id";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "order_attempt_supplier_order_id_fkey" TO "order_attempt_order_id_fkey";
ALTER INDEX "order_attempt_supplier_order_id_generation_turn_key" RENAME TO "order_attempt_order_id_generation_turn_key";
UPDATE "order_attempt" SET "lines" = (
  SELECT coalesce(jsonb_agg(line - 'variantId' || jsonb_build_object('supplierVariantId', line->'variantId') ORDER BY place), '[]')
  FROM jsonb_array_elements("lines") WITH ORDINALITY AS each (line, place))
  WHERE jsonb_typeof("lines") = 'array';

ALTER TABLE "order_attempt_outcome" RENAME COLUMN "wholesale_order_id" TO "supplier_order_id";

UPDATE "order_attempt_outcome" SET "kind" = renamed.now FROM (VALUES
    ('refused', 'rejected'), ('key-refused', 'key-unauthorized'), ('asked-to-wait', 'rate-limited'),
    ('said-ordered', 'confirmed-ordered'), ('said-not-ordered', 'confirmed-not-ordered')
  ) AS renamed (before, now) WHERE "order_attempt_outcome"."kind" = renamed.before;

ALTER TABLE "ordering_settings" RENAME COLUMN "auto_request_since" TO "automatic_ordering_since";

UPDATE "activity" SET "kind" = 'orders.request-failed' WHERE "kind" = 'orders.request-refused';

ALTER TABLE "order_reconciliation" RENAME COLUMN "tries" TO "retry_count";

ALTER TABLE "told_mismatch" RENAME TO "recorded_mismatch";
ALTER TABLE "recorded_mismatch" RENAME COLUMN "told_at" TO "recorded_at";
ALTER TABLE "recorded_mismatch" RENAME CONSTRAINT "told_mismatch_pkey" TO "recorded_mismatch_pkey";
UPDATE "recorded_mismatch" SET "subject" = 'supplier:' || substr("subject", length('platform:') + 1) WHERE "subject" LIKE 'platform:%';

-- ---- Parcels

ALTER TABLE "shipment" RENAME COLUMN "supplier_order_id" TO "order_id";
ALTER TABLE "shipment" RENAME COLUMN "wholesale_shipment_id" TO "supplier_shipment_id";
ALTER TABLE "shipment" RENAME COLUMN "news_at" TO "supplier_updated_at";
ALTER TABLE "shipment" RENAME COLUMN "asked" TO "requested";
ALTER TABLE "shipment" RENAME COLUMN "tries" TO "retry_count";
ALTER TABLE "shipment" RENAME CONSTRAINT "shipment_supplier_order_id_fkey" TO "shipment_order_id_fkey";
ALTER INDEX "shipment_supplier_order_id_wholesale_shipment_id_key" RENAME TO "shipment_order_id_supplier_shipment_id_key";
UPDATE "shipment" SET "lines" = (
  SELECT coalesce(jsonb_agg(line - 'variantId' || jsonb_build_object('supplierVariantId', line->'variantId') ORDER BY place), '[]')
  FROM jsonb_array_elements("lines") WITH ORDINALITY AS each (line, place))
  WHERE jsonb_typeof("lines") = 'array';
ALTER TABLE "shipment" DROP CONSTRAINT "shipment_state";
ALTER TABLE "shipment" DROP CONSTRAINT "shipment_says_why";
UPDATE "shipment" SET "state" = CASE "state" WHEN 'told' THEN 'shown' ELSE 'failed' END WHERE "state" IN ('told', 'refused');
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_state" CHECK ("state" IN ('due', 'shown', 'failed'));
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_says_why" CHECK ("state" <> 'failed' OR "said" IS NOT NULL);

-- ---- Catalog

ALTER TABLE "catalog_mirror" RENAME COLUMN "pass" TO "run";
ALTER TABLE "catalog_mirror" RENAME COLUMN "attempts" TO "retry_count";
ALTER TABLE "catalog_mirror" DROP CONSTRAINT "catalog_mirror_problem";
UPDATE "catalog_mirror" SET "problem" = 'unauthorized' WHERE "problem" = 'refused';
ALTER TABLE "catalog_mirror" ADD CONSTRAINT "catalog_mirror_problem"
  CHECK ("problem" IN ('not-offered', 'unauthorized', 'failed') AND "problem_said" IS NOT NULL OR "problem" IS NULL);

ALTER TABLE "mirror_page" RENAME COLUMN "pass" TO "run";
ALTER TABLE "mirror_page" RENAME COLUMN "product_ids" TO "supplier_product_ids";

ALTER TABLE "supplier_variant" RENAME COLUMN "product_id" TO "supplier_product_id";
ALTER INDEX "supplier_variant_shop_product_id_position_idx" RENAME TO "supplier_variant_shop_supplier_product_id_position_idx";

ALTER TABLE "listed_product" RENAME TO "product_link";
ALTER TABLE "product_link" RENAME COLUMN "attempts" TO "retry_count";
ALTER TABLE "product_link" RENAME COLUMN "withdrawn" TO "delisted";
ALTER TABLE "product_link" RENAME CONSTRAINT "listed_product_pkey" TO "product_link_pkey";
ALTER TABLE "product_link" DROP CONSTRAINT "listed_product_state";
ALTER TABLE "product_link" DROP CONSTRAINT "listed_product_said";
ALTER TABLE "product_link" DROP CONSTRAINT "listed_product_withdrawn";
UPDATE "product_link" SET "state" = 'skipped' WHERE "state" = 'refused';
UPDATE "product_link" SET "delisted" = 'unlinked' WHERE "delisted" = 'forgotten';
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_state" CHECK ("state" IN ('importing', 'imported', 'skipped'));
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_delisted"
  CHECK ("delisted" IN ('keep', 'zero-stock', 'draft', 'unlinked'));
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_said" CHECK ("state" <> 'skipped' OR "said" IS NOT NULL);
ALTER INDEX "listed_product_shop_account_idx" RENAME TO "product_link_shop_account_idx";
ALTER INDEX "listed_product_due" RENAME TO "product_link_due";
ALTER INDEX "listed_product_due_of_all" RENAME TO "product_link_due_of_all";
ALTER INDEX "listed_product_withdrawn" RENAME TO "product_link_delisted_idx";

ALTER TABLE "listed_variant" RENAME TO "variant_link";
ALTER TABLE "variant_link" RENAME CONSTRAINT "listed_variant_pkey" TO "variant_link_pkey";
ALTER INDEX "listed_variant_shop_supplier_product_id_idx" RENAME TO "variant_link_shop_supplier_product_id_idx";
ALTER INDEX "listed_variant_shop_shop_variant_id_key" RENAME TO "variant_link_shop_shop_variant_id_key";

ALTER TABLE "listed_round" RENAME TO "link_run";
ALTER TABLE "link_run" RENAME COLUMN "after" TO "checkpoint";
ALTER TABLE "link_run" RENAME COLUMN "refused" TO "failed";
ALTER TABLE "link_run" RENAME COLUMN "attempts" TO "retry_count";
ALTER TABLE "link_run" RENAME CONSTRAINT "listed_round_pkey" TO "link_run_pkey";
ALTER TABLE "link_run" RENAME CONSTRAINT "listed_round_lease" TO "link_run_lease";
ALTER TABLE "link_run" DROP CONSTRAINT "listed_round_kind";
UPDATE "link_run" SET "kind" = CASE "kind" WHEN 'withdraw' THEN 'delist' ELSE 'unlink' END WHERE "kind" IN ('withdraw', 'forget');
ALTER TABLE "link_run" ADD CONSTRAINT "link_run_kind"
  CHECK ("kind" IN ('restore', 'unlink') AND "products" IS NULL
    OR "kind" = 'delist' AND "products" IS NOT NULL AND "products" IN ('keep', 'zero-stock', 'draft'));
ALTER INDEX "listed_round_due" RENAME TO "link_run_due";

ALTER TABLE "fulfillment_service" RENAME COLUMN "attempts" TO "retry_count";
ALTER TABLE "fulfillment_service" DROP CONSTRAINT "fulfillment_service_state";
UPDATE "fulfillment_service" SET "state" = 'failed' WHERE "state" = 'refused';
ALTER TABLE "fulfillment_service" ADD CONSTRAINT "fulfillment_service_state" CHECK ("state" IN ('due', 'ready', 'failed'));

SELECT set_config('stockbridge.system', '', true);
