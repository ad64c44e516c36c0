CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_line_shop_sku_order_id_idx" ON "supplier_order_line"("shop", "sku", "order_id");
