-- Once the merchant undoes prices, the rules decide again, from the cost of before: another one may have been written meanwhile.
ALTER TABLE "variant_link" ADD COLUMN "price_cost" TEXT;
-- The history says which prices were undone.
ALTER TABLE "catalog_change" ADD COLUMN "edit_at" TIMESTAMPTZ(3);
