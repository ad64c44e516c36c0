-- The currency of prices that a merchant has set together. Null for older ones: an undo counts it as another one than the shop's.
ALTER TABLE "price_edit" ADD COLUMN "currency" TEXT;

ALTER TABLE "price_edit" NO FORCE ROW LEVEL SECURITY;
UPDATE "price_edit" SET "currency" = "change" ->> 'currency', "change" = "change" - 'currency' WHERE "change" ? 'currency';
ALTER TABLE "price_edit" FORCE ROW LEVEL SECURITY;
