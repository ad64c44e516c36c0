CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_just_shipped" ON "supplier_order"("shop", "id") WHERE "destination_hash" IS NOT NULL AND "state" IN ('shipped', 'delivered');
