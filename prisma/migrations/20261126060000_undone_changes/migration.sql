-- What gives a price back is the merchant's decision, not the supplier's.
ALTER TABLE "catalog_change" ADD COLUMN "undo" BOOLEAN NOT NULL DEFAULT false;
