-- The catalog shows what the merchant's own prices are: the newest change of each has it.
CREATE INDEX "catalog_change_price_idx" ON "catalog_change"("shop", "supplier_variant_id", "at" DESC) WHERE "field" = 'price';
