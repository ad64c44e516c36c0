-- How prices are made: rules by version, for products in the shop keep those that were last applied to them.

-- FORCE binds the owner as well: without a shop or a purpose it would see no row to change.
SELECT set_config('stockbridge.system', 'migration', true);

-- CreateTable
CREATE TABLE "price_rules" (
    "shop" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "rules" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_rules_pkey" PRIMARY KEY ("shop","version")
);

-- Version 0 are those that hold until the merchant says otherwise: they have no row.
ALTER TABLE "price_rules" ADD CONSTRAINT "price_rules_version" CHECK ("version" > 0);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "price_rules" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "price_rules" USING (stockbridge_may_see("shop"));

-- AlterTable
ALTER TABLE "product_link" ADD COLUMN     "price_rules_version" INTEGER NOT NULL DEFAULT 0;

-- The markup becomes the default rule.
INSERT INTO "price_rules" ("shop", "version", "rules", "saved_at")
  SELECT "shop", 1, jsonb_build_object(
    'currency', null,
    'default', jsonb_build_object(
      'ranges', jsonb_build_array(jsonb_build_object('upTo', null,
        'add', jsonb_build_object('kind', 'percent', 'percent', "markup_percent"::text))),
      'rounding', 'none', 'marginFloor', null, 'compareAt', null),
    'categories', '[]'::jsonb, 'rates', '[]'::jsonb), now()
  FROM "catalog_settings";
UPDATE "product_link" link SET "price_rules_version" = 1 FROM "catalog_settings" settings WHERE settings."shop" = link."shop";

-- AlterTable
ALTER TABLE "catalog_settings" DROP COLUMN "markup_percent",
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "currency_read_at" TIMESTAMPTZ(3);

SELECT set_config('stockbridge.system', '', true);
