CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_unshipped" ON "supplier_order"("shop", "requested_at", "id") WHERE "state" NOT IN ('shipped', 'delivered', 'canceled', 'rejected');
