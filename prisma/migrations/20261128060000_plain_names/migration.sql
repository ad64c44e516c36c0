-- breaks: processes before 20261128060000_plain_names
-- Tables, columns and codes in rows get the names that the rest of the app has. Renaming changes no row; the updates below
-- touch canceled orders, failed shipments, and entries of the activity. An older process finds neither tables nor codes.

-- ---- Tables and columns
ALTER TABLE "supplier_find" RENAME TO "product_search";
ALTER TABLE "supplier_word" RENAME TO "search_word";
ALTER TABLE "supplier_doubt" RENAME TO "doubt_pause_of_all";
ALTER TABLE "doubt_pause_of_all" RENAME COLUMN "tries" TO "probes";
ALTER TABLE "product_link" RENAME COLUMN "kept" TO "last_written";
ALTER TABLE "product_link" RENAME COLUMN "intended" TO "pending_write";
ALTER TABLE "variant_link" RENAME COLUMN "unowned" TO "baseline";
ALTER TABLE "variant_link" RENAME COLUMN "restore" TO "undo_to";
ALTER TABLE "supplier_order_line" RENAME COLUMN "cancelled" TO "canceled";
ALTER TABLE "supplier_order_line" RENAME CONSTRAINT "supplier_order_line_cancelled" TO "supplier_order_line_canceled";
ALTER TABLE "ordering_settings" RENAME COLUMN "doubts" TO "unclear_responses";
ALTER TABLE "ordering_settings" RENAME COLUMN "doubted_at" TO "last_unclear_at";

-- Keys, indexes and constraints are named after their tables and columns. From Postgres 18 on, NOT NULL is a constraint too.
DO $$
DECLARE
  old record;
BEGIN
  FOR old IN
    SELECT conrelid::regclass AS "table", conname AS name, CASE
        WHEN contype = 'n' THEN format('%s_%s_not_null', relname, attname)
        ELSE regexp_replace(conname, '^supplier_(find|word|doubt)_', relname || '_')
      END AS new
    FROM pg_constraint
    JOIN pg_class ON pg_class.oid = conrelid
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE relnamespace = 'public'::regnamespace AND (
      conname ~ '^supplier_(find|word|doubt)_'
      OR contype = 'n' AND (relname, attname) IN (('product_link', 'last_written'), ('variant_link', 'baseline'),
        ('supplier_order_line', 'canceled'), ('ordering_settings', 'unclear_responses')))
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old."table", old.name, old.new);
  END LOOP;
  FOR old IN
    SELECT indexrelid::regclass AS "index", regexp_replace(indexes.relname, '^supplier_(find|word)_', tables.relname || '_') AS new
    FROM pg_index
    JOIN pg_class indexes ON indexes.oid = indexrelid
    JOIN pg_class tables ON tables.oid = indrelid
    WHERE indexes.relnamespace = 'public'::regnamespace AND indexes.relname ~ '^supplier_(find|word)_'
  LOOP
    EXECUTE format('ALTER INDEX %s RENAME TO %I', old."index", old.new);
  END LOOP;
END $$;

-- ---- Codes
SELECT set_config('stockbridge.system', 'migration', true);

CREATE FUNCTION plain_reason(reason text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE reason
    WHEN 'alive-there' THEN 'still-open-at-supplier'
    WHEN 'cancelled' THEN 'canceled'
    WHEN 'cancelled-there' THEN 'canceled-at-supplier'
    WHEN 'cancelled-unsent' THEN 'canceled-unsent'
    WHEN 'not-cancelled' THEN 'not-canceled'
    WHEN 'parcel-not-shown' THEN 'shipment-not-shown'
    WHEN 'rejected-there' THEN 'rejected-at-supplier'
    WHEN 'rest-cancelled' THEN 'rest-canceled'
    WHEN 'second-there' THEN 'duplicate-at-supplier'
    ELSE reason
  END
$$;

-- Messages are objects with a code, also as parameters of others. In a jsonb's text keys and codes stand between plain quotes, and
-- a quote within a value has a backslash: so no pattern matches what a person wrote. The supplier's own status stays "cancelled".
CREATE FUNCTION plain_message(message jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  result text := message::text;
  change text[];
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['("code": "orders\.[a-z-]+\.)cancelled-there"', '\1canceled-at-supplier"'],
    ['("code": "orders\.[a-z-]+\.)rejected-there"', '\1rejected-at-supplier"'],
    ['("code": "orders\.[a-z-]+\.)second-there"', '\1duplicate-at-supplier"'],
    ['("code": "orders\.[a-z-]+\.)alive-there"', '\1still-open-at-supplier"'],
    ['("code": "orders\.mismatch\.)over-here"', '\1closed-locally"'],
    ['("code": "orders\.mismatch\.)waits-here"', '\1pending-locally"'],
    ['("code": "orders\.mismatch\.)beside"', '\1parallel-attempt"'],
    ['("code": "[a-z.-]*)cancelled', '\1canceled'],
    ['("code": "[a-z.-]*)parcel', '\1shipment'],
    ['"parcel(s?)": ', '"shipment\1": ']
  ] LOOP
    result := regexp_replace(result, change[1], change[2], 'g');
  END LOOP;
  RETURN result::jsonb;
END $$;

-- The check and the indexes that name the old state come off before the rows change.
ALTER TABLE "supplier_order" DROP CONSTRAINT "supplier_order_state";
DROP INDEX "supplier_order_open";
DROP INDEX "supplier_order_completed";
UPDATE "supplier_order" SET
  "state" = CASE "state" WHEN 'cancelled' THEN 'canceled' ELSE "state" END,
  "reason" = plain_reason("reason"),
  "acknowledged_reason" = plain_reason("acknowledged_reason"),
  "reason_params" = plain_message("reason_params")
WHERE "state" = 'cancelled' OR "reason" <> plain_reason("reason") OR "acknowledged_reason" <> plain_reason("acknowledged_reason")
  OR "reason_params"::text ~ '"code": "[a-z.-]*(cancelled|there"|parcel)|"parcels?": ';
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_state" CHECK (
  "state" IN ('held', 'ready', 'placing', 'in_doubt', 'placed', 'partially_shipped', 'shipped', 'delivered', 'canceled', 'rejected')
);
CREATE INDEX "supplier_order_open" ON "supplier_order"("shop", "requested_at", "id") WHERE "state" NOT IN ('delivered', 'canceled', 'rejected');
CREATE INDEX "supplier_order_completed" ON "supplier_order"("shop", "requested_at", "id") WHERE "state" IN ('delivered', 'canceled', 'rejected');

UPDATE "order_attempt_outcome" SET "params" = plain_message("params")
WHERE "params"::text ~ '"code": "[a-z.-]*(cancelled|there"|parcel)|"parcels?": ';
UPDATE "shipment" SET "problem" = plain_message("problem") WHERE "problem"::text ~ '"code": "parcels\.';
UPDATE "shipment" SET "requested" = "requested" - 'beside' || jsonb_build_object('existing', "requested"->'beside')
WHERE "requested" ? 'beside';
UPDATE "activity" SET "kind" = replace("kind", 'cancelled', 'canceled'), "message" = plain_message("message")
WHERE "kind" LIKE '%cancelled' OR "message"::text ~ '"code": "[a-z.-]*(cancelled|there"|-here"|beside"|parcel)';
UPDATE "recorded_mismatch" SET "subject" = replace("subject", 'cancelled:', 'canceled:') WHERE "subject" LIKE 'cancelled:%';
UPDATE "import_run" SET "state" = 'canceled' WHERE "state" = 'cancelled';
UPDATE "price_approval" SET "state" = 'declined' WHERE "state" = 'left';

DROP FUNCTION plain_reason(text);
DROP FUNCTION plain_message(jsonb);
SELECT set_config('stockbridge.system', '', true);

-- ---- Jobs that have other names now. A new database has no pg-boss yet: setup creates it after the migrations.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN
    RETURN;
  END IF;
  DELETE FROM pgboss.schedule WHERE name IN ('inbox.sweep', 'inbox.remove-handled', 'wiring.sweep-access');
  DELETE FROM pgboss.job WHERE name IN ('inbox.sweep', 'inbox.remove-handled', 'wiring.sweep-access');
  DELETE FROM pgboss.queue WHERE name IN ('inbox.sweep', 'inbox.remove-handled', 'wiring.sweep-access');
END $$;
