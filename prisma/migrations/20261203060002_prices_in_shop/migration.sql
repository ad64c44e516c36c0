-- 20261130110000_values_in_shop changed no row where the tables' owner is no superuser: row-level security binds it.
ALTER TABLE "variant_link" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "catalog_change" NO FORCE ROW LEVEL SECURITY;
UPDATE "variant_link" link SET "in_shop" = "in_shop" || jsonb_strip_nulls(jsonb_build_object('price',
  CASE WHEN 'price' = ANY ("merchant_fields") THEN (
    SELECT change."new" FROM "catalog_change" change
    WHERE change."shop" = link."shop" AND change."supplier_variant_id" = link."supplier_variant_id" AND change."field" = 'price'
    ORDER BY change."at" DESC LIMIT 1)
  ELSE coalesce(link."price", link."baseline"->>'price') END))
WHERE NOT "in_shop" ? 'price';
ALTER TABLE "variant_link" FORCE ROW LEVEL SECURITY;
ALTER TABLE "catalog_change" FORCE ROW LEVEL SECURITY;
