CREATE INDEX CONCURRENTLY IF NOT EXISTS "catalog_change_shop_field_at_idx" ON "catalog_change"("shop", "field", "at" DESC);
