-- Fields whose own values the merchant has decided to keep, with the values of that moment.
ALTER TABLE "product_link" ADD COLUMN "kept_fields" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "variant_link" ADD COLUMN "kept_fields" JSONB NOT NULL DEFAULT '{}';
