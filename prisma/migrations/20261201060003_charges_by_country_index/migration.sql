CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_shop_country_charge" ON "supplier_order"("shop", "country", "placed_at" DESC) WHERE "cost_shipping" IS NOT NULL;
