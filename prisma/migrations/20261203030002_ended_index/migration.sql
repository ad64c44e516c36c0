CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_search_ended" ON "product_search"("shop", "supplier_product_id") WHERE "discontinued" OR "gone";
