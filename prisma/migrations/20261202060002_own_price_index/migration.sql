CREATE INDEX CONCURRENTLY IF NOT EXISTS "variant_link_own_price" ON "variant_link"("shop", "supplier_product_id") WHERE 'price' = ANY("merchant_fields") AND "shop_state" IS NULL;
