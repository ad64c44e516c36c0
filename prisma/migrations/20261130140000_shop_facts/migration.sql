-- breaks: processes before 20261130140000_shop_facts
-- The currency is a setting of the shop, like its time zone. An older process still writes it to the catalog's settings.
CREATE TABLE "shop_facts" (
    "shop" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "time_zone" TEXT,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_facts_pkey" PRIMARY KEY ("shop")
);

ALTER TABLE "catalog_settings" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "shop_facts" ("shop", "currency", "read_at")
  SELECT "shop", "currency", "currency_read_at" FROM "catalog_settings"
  WHERE "currency" IS NOT NULL AND "currency_read_at" IS NOT NULL;
ALTER TABLE "catalog_settings" FORCE ROW LEVEL SECURITY;

ALTER TABLE "catalog_settings" DROP COLUMN "currency",
DROP COLUMN "currency_read_at";

ALTER TABLE "shop_facts" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shop_facts" USING (stockbridge_may_see("shop"));
