CREATE INDEX CONCURRENTLY IF NOT EXISTS "activity_shop_kind_at_idx" ON "activity"("shop", "kind", "at" DESC);
