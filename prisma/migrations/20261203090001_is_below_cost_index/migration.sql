CREATE INDEX CONCURRENTLY IF NOT EXISTS "variant_link_is_below_cost" ON "variant_link"("shop", "supplier_product_id") WHERE "below_cost" AND "shop_state" IS NULL;
