CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_with_held_lines" ON "supplier_order"("shop", "requested_at", "id") WHERE "held_lines" IS NOT NULL;
