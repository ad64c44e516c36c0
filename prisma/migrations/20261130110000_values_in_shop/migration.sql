ALTER TABLE "variant_link" ADD COLUMN "sent" JSONB NOT NULL DEFAULT '{}', ADD COLUMN "in_shop" JSONB NOT NULL DEFAULT '{}';

-- Copies the shop's last known price into each row. The merchant's own price was stored only in the history.
UPDATE "variant_link" link SET "in_shop" = jsonb_strip_nulls(jsonb_build_object('price',
  CASE WHEN 'price' = ANY ("merchant_fields") THEN (
    SELECT change."new" FROM "catalog_change" change
    WHERE change."shop" = link."shop" AND change."supplier_variant_id" = link."supplier_variant_id" AND change."field" = 'price'
    ORDER BY change."at" DESC LIMIT 1)
  ELSE coalesce(link."price", link."baseline"->>'price') END));
