-- The currency and taxes that "below_cost" was judged by, so that a judgement that failed is repeated, and the amounts that have not
-- been written since the shop's currency changed, which an undo must not write.
ALTER TABLE "shop_facts" ADD COLUMN "judged_currency" TEXT, ADD COLUMN "judged_taxes_included" BOOLEAN;
ALTER TABLE "variant_link" ADD COLUMN "former_currency" TEXT[] DEFAULT ARRAY[]::TEXT[];

ALTER TABLE "shop_facts" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "activity" NO FORCE ROW LEVEL SECURITY;
-- All amounts of a shop whose currency is known to have changed count as the former one's.
UPDATE "shop_facts" facts SET "judged_currency" = "currency", "judged_taxes_included" = "taxes_included"
WHERE NOT EXISTS (SELECT FROM "activity" entry WHERE entry."shop" = facts."shop" AND entry."kind" = 'shop.currency-changed');
ALTER TABLE "shop_facts" FORCE ROW LEVEL SECURITY;
ALTER TABLE "activity" FORCE ROW LEVEL SECURITY;
