-- The shop's last known status and texts of a product. A merchant's own ones were stored only in the history.
ALTER TABLE "product_link" ADD COLUMN "in_shop" JSONB NOT NULL DEFAULT '{}';

ALTER TABLE "product_link" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "catalog_change" NO FORCE ROW LEVEL SECURITY;
UPDATE "product_link" link SET "in_shop" = theirs."values"
FROM (
  SELECT "shop", "supplier_product_id", jsonb_object_agg("field", "new") AS "values"
  FROM (
    SELECT DISTINCT ON ("shop", "supplier_product_id", "field") "shop", "supplier_product_id", "field", "new"
    FROM "catalog_change"
    WHERE "supplier_variant_id" IS NULL AND "new" IS NOT NULL AND "field" IN ('status', 'title', 'vendor', 'productType')
    ORDER BY "shop", "supplier_product_id", "field", "at" DESC
  ) AS newest
  GROUP BY "shop", "supplier_product_id"
) AS theirs
WHERE theirs."shop" = link."shop" AND theirs."supplier_product_id" = link."supplier_product_id";
ALTER TABLE "product_link" FORCE ROW LEVEL SECURITY;
ALTER TABLE "catalog_change" FORCE ROW LEVEL SECURITY;
