CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_search_sold_out" ON "product_search"("shop", "supplier_product_id") WHERE NOT "in_stock";
