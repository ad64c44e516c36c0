CREATE INDEX CONCURRENTLY IF NOT EXISTS "shipment_shop_tracking_number_idx" ON "shipment"("shop", "tracking_number");
