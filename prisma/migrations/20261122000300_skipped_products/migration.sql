-- Products of the supplier's list that cannot be read are counted.
ALTER TABLE "catalog_mirror" ADD COLUMN     "skipped" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "mirror_page" ADD COLUMN     "skipped" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "nameless" INTEGER NOT NULL DEFAULT 0;
