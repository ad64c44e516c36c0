CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_shop_state_requested_at_id_idx" ON "supplier_order"("shop", "state", "requested_at", "id");
