CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_shop_listed_profit_id_idx" ON "supplier_order"("shop", "listed_profit", "id");
