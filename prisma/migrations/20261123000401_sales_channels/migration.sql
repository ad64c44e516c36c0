-- A product is published to the default sales channels when it is first created, and never again.
ALTER TABLE "product_link" ADD COLUMN     "channels" JSONB,
ADD COLUMN     "to_publish" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "catalog_settings" ADD COLUMN     "channels" JSONB;
