-- The last stock that we know to have written, while the outcome of a newer write is unknown.
ALTER TABLE "variant_link" ADD COLUMN "stock_before" INTEGER;
