CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_link_off_sale" ON "product_link"("shop", "supplier_product_id") WHERE "off_sale" IS NOT NULL;
