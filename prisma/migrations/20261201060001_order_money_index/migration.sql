CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_shop_placed" ON "supplier_order"("shop", "placed_at") WHERE "placed_at" IS NOT NULL;
