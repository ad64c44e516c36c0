CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_line_shop_title_order_id_idx" ON "supplier_order_line"("shop", "title", "order_id");
