CREATE INDEX CONCURRENTLY IF NOT EXISTS "catalog_change_run_prices" ON "catalog_change"("shop", "run_id", "field") INCLUDE ("old") WHERE "field" IN ('price', 'compareAtPrice') AND NOT "undo";
