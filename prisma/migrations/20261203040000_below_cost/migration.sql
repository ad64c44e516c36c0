-- True if the merchant knows that a variant sells for less than its cost.
ALTER TABLE "variant_link" ADD COLUMN "below_cost" BOOLEAN NOT NULL DEFAULT false;
