-- Products get their part of the supplier's charge, of shipping, and of refunds. The previous release keeps summing up "variant".
ALTER TABLE "profit_of_day" DROP CONSTRAINT "profit_of_day_kind";
ALTER TABLE "profit_of_day" ADD CONSTRAINT "profit_of_day_kind" CHECK ("kind" IN ('country', 'product', 'variant', 'unknown'));

SELECT set_config('stockbridge.system', 'migration', true);
INSERT INTO "profit_change" ("shop", "day") SELECT DISTINCT "shop", "day" FROM "profit_of_day" WHERE "kind" = 'variant';
SELECT set_config('stockbridge.system', '', true);
