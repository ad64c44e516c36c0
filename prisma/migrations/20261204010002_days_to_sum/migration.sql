-- The days of all orders are to be summed up. Reads each order once.
SELECT set_config('stockbridge.system', 'migration', true);
INSERT INTO "profit_change" ("shop", "day")
  SELECT DISTINCT "shop", ("placed_at" AT TIME ZONE 'UTC')::date FROM "supplier_order" WHERE "placed_at" IS NOT NULL;
SELECT set_config('stockbridge.system', '', true);
