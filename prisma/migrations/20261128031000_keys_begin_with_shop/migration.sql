-- breaks: processes before 20261128031000_keys_begin_with_shop
-- They would find orders, attempts and packages by id alone, which no index serves any more.
-- Every key of a table with a shop begins with the shop, so that the database can be distributed by it (Citus, or partitions by
-- hash). Each table is locked while its keys are built anew: 4 s per million rows and key, 11 s per foreign key
-- (docs/operate.md, Sizes).

ALTER TABLE "supplier_order_line" DROP CONSTRAINT "supplier_order_line_order_id_fkey";
ALTER TABLE "order_attempt" DROP CONSTRAINT "order_attempt_order_id_fkey";
ALTER TABLE "order_attempt_outcome" DROP CONSTRAINT "order_attempt_outcome_attempt_id_fkey";
ALTER TABLE "shipment" DROP CONSTRAINT "shipment_order_id_fkey";

ALTER TABLE "activity" DROP CONSTRAINT "activity_pkey", ADD CONSTRAINT "activity_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "branding_version" DROP CONSTRAINT "branding_version_pkey", ADD CONSTRAINT "branding_version_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "catalog_change" DROP CONSTRAINT "catalog_change_pkey", ADD CONSTRAINT "catalog_change_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "import_bulk" DROP CONSTRAINT "import_bulk_pkey", ADD CONSTRAINT "import_bulk_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "import_run" DROP CONSTRAINT "import_run_pkey", ADD CONSTRAINT "import_run_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "inbox_entry" DROP CONSTRAINT "inbox_entry_pkey", ADD CONSTRAINT "inbox_entry_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "key_attempt" DROP CONSTRAINT "key_attempt_pkey", ADD CONSTRAINT "key_attempt_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "order_attempt" DROP CONSTRAINT "order_attempt_pkey", ADD CONSTRAINT "order_attempt_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "order_attempt_outcome" DROP CONSTRAINT "order_attempt_outcome_pkey", ADD CONSTRAINT "order_attempt_outcome_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "shipment" DROP CONSTRAINT "shipment_pkey", ADD CONSTRAINT "shipment_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "supplier_order" DROP CONSTRAINT "supplier_order_pkey", ADD CONSTRAINT "supplier_order_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "supplier_order_line" DROP CONSTRAINT "supplier_order_line_pkey", ADD CONSTRAINT "supplier_order_line_pkey" PRIMARY KEY ("shop", "id");
ALTER TABLE "sync_run" DROP CONSTRAINT "sync_run_pkey", ADD CONSTRAINT "sync_run_pkey" PRIMARY KEY ("shop", "id");

DROP INDEX "inbox_entry_webhook_id_key";
CREATE UNIQUE INDEX "inbox_entry_shop_webhook_id_key" ON "inbox_entry"("shop", "webhook_id");
DROP INDEX "key_attempt_key_name_key";
CREATE UNIQUE INDEX "key_attempt_shop_key_name_key" ON "key_attempt"("shop", "key_name");
DROP INDEX "order_attempt_order_id_generation_turn_key";
CREATE UNIQUE INDEX "order_attempt_shop_order_id_generation_turn_key" ON "order_attempt"("shop", "order_id", "generation", "turn");
DROP INDEX "order_attempt_reference_turn_key";
CREATE UNIQUE INDEX "order_attempt_shop_reference_turn_key" ON "order_attempt"("shop", "reference", "turn");
DROP INDEX "order_attempt_outcome_attempt_id_idx";
CREATE INDEX "order_attempt_outcome_shop_attempt_id_idx" ON "order_attempt_outcome"("shop", "attempt_id");
DROP INDEX "shipment_order_id_supplier_shipment_id_key";
CREATE UNIQUE INDEX "shipment_shop_order_id_supplier_shipment_id_key" ON "shipment"("shop", "order_id", "supplier_shipment_id");
DROP INDEX "supplier_order_line_order_id_line_item_id_key";
CREATE UNIQUE INDEX "supplier_order_line_shop_order_id_line_item_id_key" ON "supplier_order_line"("shop", "order_id", "line_item_id");

-- The key serves what asked for a shop; claims of webhooks of many shops end by id.
DROP INDEX "inbox_entry_shop_idx";
CREATE INDEX "inbox_entry_id_idx" ON "inbox_entry"("id");

-- Only /readyz and /metrics read these two, and every update of an order maintained them.
DROP INDEX "supplier_order_due";
DROP INDEX "supplier_order_update_due";

ALTER TABLE "supplier_order_line" ADD CONSTRAINT "supplier_order_line_shop_order_id_fkey" FOREIGN KEY ("shop", "order_id") REFERENCES "supplier_order"("shop", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "order_attempt" ADD CONSTRAINT "order_attempt_shop_order_id_fkey" FOREIGN KEY ("shop", "order_id") REFERENCES "supplier_order"("shop", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "order_attempt_outcome" ADD CONSTRAINT "order_attempt_outcome_shop_attempt_id_fkey" FOREIGN KEY ("shop", "attempt_id") REFERENCES "order_attempt"("shop", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_shop_order_id_fkey" FOREIGN KEY ("shop", "order_id") REFERENCES "supplier_order"("shop", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By default a table is vacuumed when a fifth of it is dead: of ten million rows, two million at a time. The inbox and the orders
-- are updated two to six times per row while they are new, so their statistics and visibility maps fall behind where it matters.
ALTER TABLE "inbox_entry" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "supplier_order" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "shipment" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "shop_order_line" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
-- Appended to, and read by index alone: an index-only scan needs the visibility map.
ALTER TABLE "order_attempt" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "order_attempt_outcome" SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
-- One shop's run writes tens of thousands of rows of a table that holds all shops': a fifth of the whole would take days.
ALTER TABLE "supplier_product" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE "supplier_variant" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE "supplier_find" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE "product_link" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE "variant_link" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
