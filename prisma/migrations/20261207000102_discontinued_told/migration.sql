-- True if the merchant knows that the supplier no longer sells the product. Products that ended before are not reported.
ALTER TABLE "product_link" ADD COLUMN "discontinued_told" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "product_link" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_product" NO FORCE ROW LEVEL SECURITY;
UPDATE "product_link" SET "discontinued_told" = true FROM "supplier_product" product
WHERE product."shop" = "product_link"."shop" AND product."id" = "product_link"."supplier_product_id"
  AND (product."discontinued" OR product."gone_at" IS NOT NULL);
ALTER TABLE "supplier_product" FORCE ROW LEVEL SECURITY;
ALTER TABLE "product_link" FORCE ROW LEVEL SECURITY;
