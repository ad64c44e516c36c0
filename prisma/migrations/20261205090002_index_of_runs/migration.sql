-- Only prices are read by their run, which `catalog_change_run_prices` serves.
DROP INDEX CONCURRENTLY IF EXISTS "catalog_change_shop_run_id_idx";
