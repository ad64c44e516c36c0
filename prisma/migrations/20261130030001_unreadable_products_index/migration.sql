CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_product_shop_unreadable" ON "supplier_product"("shop", "id") WHERE "unreadable" IS NOT NULL;
