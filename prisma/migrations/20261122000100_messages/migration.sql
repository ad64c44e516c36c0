-- Rows keep codes with parameters, and the words are made when they are read (app/messages). A sentence that was stored
-- before is kept, as {code: "earlier-message", text} where it stood alone, and as {text} beside a code.

-- FORCE binds the owner as well: without a shop or a purpose it would see no row to change.
SELECT set_config('stockbridge.system', 'migration', true);

-- ---- Connection

ALTER TABLE "connection" RENAME COLUMN "key_check_said" TO "key_check_message";
ALTER TABLE "connection" ALTER COLUMN "key_check_message" TYPE JSONB
  USING CASE WHEN "key_check_message" IS NOT NULL THEN jsonb_build_object('code', 'earlier-message', 'text', "key_check_message") END;

-- ---- Activity

ALTER TABLE "activity" RENAME COLUMN "said" TO "message";
ALTER TABLE "activity" ALTER COLUMN "message" TYPE JSONB USING jsonb_build_object('code', 'earlier-message', 'text', "message");
ALTER TABLE "activity" ALTER COLUMN "subject_label" TYPE JSONB USING to_jsonb("subject_label");

-- ---- Orders

-- A failure's code did not say whose side it was on. Its sentence did.
UPDATE "supplier_order" SET "reason" = CASE
    WHEN "reason" = 'refused' THEN 'rejected'
    WHEN "said" LIKE 'Your shop has not given Stockbridge a permission%' THEN 'permission-missing'
    WHEN "said" ~ '^(Your shop|Shopify) ' THEN 'shop-' || "reason"
    ELSE 'supplier-' || "reason"
  END
  WHERE "reason" IN ('refused', 'rejected', 'unreachable', 'rate-limited', 'unexpected-reply', 'outcome-unknown');
UPDATE "supplier_order" SET "reason" = 'key-not-opened'
  WHERE "reason" = 'key-unauthorized' AND "said" LIKE 'Stockbridge can no longer open the key%';
UPDATE "supplier_order" SET "reason" = 'ours' WHERE "reason" = 'error';
UPDATE "supplier_order" SET "reason" = 'proven-not-ordered' WHERE "reason" = 'not-found' AND "state" = 'ready';
UPDATE "order_attempt_outcome" SET "kind" = 'supplier-rate-limited' WHERE "kind" = 'rate-limited';

ALTER TABLE "supplier_order" DROP CONSTRAINT "supplier_order_says_why";
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_reason"
  CHECK ("state" NOT IN ('held', 'in_doubt', 'rejected') OR "reason" IS NOT NULL);
ALTER TABLE "supplier_order" RENAME COLUMN "said" TO "reason_params";
ALTER TABLE "supplier_order" ALTER COLUMN "reason_params" TYPE JSONB
  USING CASE WHEN "reason_params" IS NOT NULL THEN jsonb_build_object('text', "reason_params") END;
ALTER TABLE "order_attempt_outcome" RENAME COLUMN "said" TO "params";
ALTER TABLE "order_attempt_outcome" ALTER COLUMN "params" DROP NOT NULL;
ALTER TABLE "order_attempt_outcome" ALTER COLUMN "params" TYPE JSONB USING jsonb_build_object('text', "params");

-- ---- Parcels

ALTER TABLE "shipment" DROP CONSTRAINT "shipment_says_why";
ALTER TABLE "shipment" RENAME COLUMN "said" TO "problem";
ALTER TABLE "shipment" ALTER COLUMN "problem" TYPE JSONB
  USING CASE WHEN "problem" IS NOT NULL THEN jsonb_build_object('code', 'earlier-message', 'text', "problem") END;
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_problem" CHECK ("state" <> 'failed' OR "problem" IS NOT NULL);

-- ---- Catalog

ALTER TABLE "catalog_mirror" DROP CONSTRAINT "catalog_mirror_problem";
ALTER TABLE "catalog_mirror" RENAME COLUMN "problem_said" TO "problem_message";
ALTER TABLE "catalog_mirror" ALTER COLUMN "problem_message" TYPE JSONB
  USING CASE WHEN "problem_message" IS NOT NULL THEN jsonb_build_object('code', 'earlier-message', 'text', "problem_message") END;
ALTER TABLE "catalog_mirror" ADD CONSTRAINT "catalog_mirror_problem"
  CHECK ("problem" IN ('not-offered', 'unauthorized', 'failed') AND "problem_message" IS NOT NULL OR "problem" IS NULL);
ALTER TABLE "product_link" DROP CONSTRAINT "product_link_said";
ALTER TABLE "product_link" RENAME COLUMN "said" TO "problem";
ALTER TABLE "product_link" ALTER COLUMN "problem" TYPE JSONB
  USING CASE WHEN "problem" IS NOT NULL THEN jsonb_build_object('code', 'earlier-message', 'text', "problem") END;
ALTER TABLE "product_link" ADD CONSTRAINT "product_link_problem" CHECK ("state" <> 'skipped' OR "problem" IS NOT NULL);
ALTER TABLE "fulfillment_service" RENAME COLUMN "said" TO "problem";
ALTER TABLE "fulfillment_service" ALTER COLUMN "problem" TYPE JSONB
  USING CASE WHEN "problem" IS NOT NULL THEN jsonb_build_object('code', 'earlier-message', 'text', "problem") END;

-- ---- Branding

ALTER TABLE "branding_draft" RENAME COLUMN "refused_said" TO "rejection";
ALTER TABLE "branding_draft" ALTER COLUMN "rejection" TYPE JSONB
  USING CASE WHEN "rejection" IS NOT NULL THEN jsonb_build_object('code', 'earlier-message', 'text', "rejection") END;

SELECT set_config('stockbridge.system', '', true);
