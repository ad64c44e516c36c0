-- The currency of a changed amount. A change of the shop's currency is in the activity since the oldest entry that is kept: before
-- that, the currency is unknown.
ALTER TABLE "catalog_change" ADD COLUMN "currency" TEXT;

ALTER TABLE "catalog_change" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "activity" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "shop_facts" NO FORCE ROW LEVEL SECURITY;
UPDATE "catalog_change" change SET "currency" = coalesce((
    SELECT "message" ->> 'before' FROM "activity" entry
    WHERE entry."shop" = change."shop" AND entry."kind" = 'shop.currency-changed' AND entry."at" >= change."at"
    ORDER BY entry."at" LIMIT 1), facts."currency")
FROM "shop_facts" facts, (SELECT "shop", min("at") AS "at" FROM "activity" GROUP BY "shop") AS oldest
WHERE facts."shop" = change."shop" AND oldest."shop" = change."shop" AND change."at" >= oldest."at"
  AND change."field" IN ('price', 'compareAtPrice', 'cost');
ALTER TABLE "catalog_change" FORCE ROW LEVEL SECURITY;
ALTER TABLE "activity" FORCE ROW LEVEL SECURITY;
ALTER TABLE "shop_facts" FORCE ROW LEVEL SECURITY;
