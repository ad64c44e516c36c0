ALTER TABLE "catalog_sync" ADD COLUMN "failing_since" TIMESTAMPTZ(3), ADD COLUMN "reported_at" TIMESTAMPTZ(3);
