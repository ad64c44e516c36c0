-- breaks: processes before 20261128050001_one_lease
-- One column meant both "due" and "leased until". From now on "due_at" says when a row is due, and "leased_until" until when
-- one worker has it. A process of an earlier release knows only "next_at".

ALTER TABLE "inbox_entry" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "supplier_order" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "order_update_run" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "shipment" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "link_run" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "order_reconciliation" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "catalog_mirror" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "product_link" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "import_bulk" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "match_run" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "link_match" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "fulfillment_service" RENAME COLUMN "next_at" TO "due_at";
ALTER TABLE "setup_check" RENAME COLUMN "next_at" TO "due_at";

-- A lease no longer ends with the time at which its row is due.
ALTER TABLE "shipment" DROP CONSTRAINT "shipment_lease";
ALTER TABLE "link_run" DROP CONSTRAINT "link_run_lease";

ALTER TABLE "order_reconciliation" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "catalog_mirror" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "product_link" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "import_bulk" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "match_run" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "link_match" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "fulfillment_service" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "setup_check" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
ALTER TABLE "setup_check" ADD COLUMN "retry_count" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "connection" ADD COLUMN "check_leased_until" TIMESTAMPTZ(3);
ALTER TABLE "supplier_order" ADD COLUMN "update_leased_until" TIMESTAMPTZ(3);
ALTER TABLE "product_link" ADD COLUMN "sync_leased_until" TIMESTAMPTZ(3);
ALTER TABLE "import_lease" ALTER COLUMN "leased_until" DROP NOT NULL;

-- A sweep leases the row itself, so polls have rows of their own. The first sweep makes them due.
ALTER TABLE "request_poll" ALTER COLUMN "polled_at" DROP NOT NULL,
  ADD COLUMN "due_at" TIMESTAMPTZ(3),
  ADD COLUMN "leased_until" TIMESTAMPTZ(3),
  ADD COLUMN "retry_count" INTEGER NOT NULL DEFAULT 0;
DROP TABLE "sweep_claim";

SELECT set_config('stockbridge.system', 'migration', true);
-- A row was claimed while both columns were the same. It keeps its lease, and was due before. A lease that differed had been
-- given back. In the other tables a lease cannot be told from a postponement: such a row is due when its lease would have ended.
UPDATE "inbox_entry" SET "leased_until" = NULL WHERE "leased_until" > now() AND "due_at" IS DISTINCT FROM "leased_until";
UPDATE "inbox_entry" SET "due_at" = now() WHERE "leased_until" > now() AND "due_at" = "leased_until";
UPDATE "supplier_order" SET "leased_until" = NULL WHERE "leased_until" > now() AND "due_at" IS DISTINCT FROM "leased_until";
UPDATE "supplier_order" SET "due_at" = now() WHERE "leased_until" > now() AND "due_at" = "leased_until";
UPDATE "order_update_run" SET "leased_until" = NULL WHERE "leased_until" > now() AND "due_at" IS DISTINCT FROM "leased_until";
UPDATE "order_update_run" SET "due_at" = now() WHERE "leased_until" > now() AND "due_at" = "leased_until";
UPDATE "shipment" SET "leased_until" = NULL WHERE "leased_until" > now() AND "due_at" IS DISTINCT FROM "leased_until";
UPDATE "shipment" SET "due_at" = now() WHERE "leased_until" > now() AND "due_at" = "leased_until";
UPDATE "link_run" SET "leased_until" = NULL WHERE "leased_until" > now() AND "due_at" IS DISTINCT FROM "leased_until";
UPDATE "link_run" SET "due_at" = now() WHERE "leased_until" > now() AND "due_at" = "leased_until";
SELECT set_config('stockbridge.system', '', true);

-- Due rows are looked for shop by shop.
DROP INDEX "inbox_entry_due";
DROP INDEX "shipment_due";
DROP INDEX "product_link_due_of_all";
DROP INDEX "order_reconciliation_due";
DROP INDEX "link_run_due";
DROP INDEX "catalog_mirror_due";
DROP INDEX "fulfillment_service_due";
DROP INDEX "setup_check_next_at_idx";
DROP INDEX "connection_check_due";
DROP INDEX "product_link_sync_due";
DROP INDEX "product_link_compare_due";
DROP INDEX "catalog_sync_compare_due";
DROP INDEX "match_run_due";
DROP INDEX "link_match_due";
DROP INDEX "import_bulk_next_at_idx";
DROP INDEX "order_update_run_due";
ALTER INDEX "import_bulk_shop_next_at_idx" RENAME TO "import_bulk_shop_due_at_idx";
ALTER INDEX "inbox_entry_turn" RENAME TO "inbox_entry_shop_due";
-- The inbox handles no subject that a process has, and looks for leases.
CREATE INDEX "inbox_entry_shop_leased" ON "inbox_entry"("shop", "leased_until") WHERE "leased_until" IS NOT NULL;
ALTER INDEX "product_link_due" RENAME TO "product_link_shop_due";
CREATE INDEX "order_reconciliation_shop_due" ON "order_reconciliation"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "link_run_shop_due" ON "link_run"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "catalog_mirror_shop_due" ON "catalog_mirror"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "fulfillment_service_shop_due" ON "fulfillment_service"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "setup_check_shop_due" ON "setup_check"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "match_run_shop_due" ON "match_run"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "order_update_run_shop_due" ON "order_update_run"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "request_poll_shop_due" ON "request_poll"("shop", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "connection_shop_check_due" ON "connection"("shop", "check_due_at") WHERE "check_due_at" IS NOT NULL;
CREATE INDEX "product_link_shop_compare_due" ON "product_link"("shop", "compare_due_at") WHERE "compare_due_at" IS NOT NULL;
CREATE INDEX "catalog_sync_shop_compare_due" ON "catalog_sync"("shop", "compare_due_at") WHERE "compare_due_at" IS NOT NULL;
