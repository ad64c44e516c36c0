CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_shop_country_requested_at_id_idx" ON "supplier_order"("shop", "country", "requested_at", "id");
