CREATE INDEX CONCURRENTLY IF NOT EXISTS "supplier_order_sent_unpaid" ON "supplier_order"("shop", "placed_at") WHERE "unpaid_approved" IS NOT NULL;
