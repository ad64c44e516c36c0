-- True if the shop's prices include tax. Null until it is read.
ALTER TABLE "shop_facts" ADD COLUMN "taxes_included" BOOLEAN;
