-- "below_cost" is true if the price leaves less than nothing after tax, the supplier's price and shipping, also off sale.
-- "below_cost_told" is true if the merchant knows, as "below_cost" was before.
ALTER TABLE "variant_link" ADD COLUMN "below_cost_told" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "variant_link" NO FORCE ROW LEVEL SECURITY;
UPDATE "variant_link" SET "below_cost_told" = true WHERE "below_cost";
-- Until the next comparison: what lists showed before.
UPDATE "variant_link" SET "below_cost" = true
WHERE NOT "below_cost" AND "shop_state" IS NULL AND ("in_shop"->>'price')::numeric < coalesce("in_shop"->>'cost', "cost")::numeric;
ALTER TABLE "variant_link" FORCE ROW LEVEL SECURITY;
