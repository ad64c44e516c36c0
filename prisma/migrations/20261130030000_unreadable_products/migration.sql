-- breaks: processes before 20261130030000_unreadable_products
-- Products that can't be read are rows of their own and are counted there, so the counts of skipped ones go. An older
-- process still writes them.
ALTER TABLE "catalog_mirror" DROP COLUMN "skipped";
ALTER TABLE "mirror_page" DROP COLUMN "skipped";
ALTER TABLE "sync_settings" ADD COLUMN "zero_unreadable" BOOLEAN NOT NULL DEFAULT false;
