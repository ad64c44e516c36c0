-- Branding belongs to an account of the supplier: orders of another account ask for none.
ALTER TABLE "branding_version" ADD COLUMN     "account" TEXT;

ALTER TABLE "branding_version" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "key_attempt" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "connection" NO FORCE ROW LEVEL SECURITY;
-- A version was sent with the key that the shop had then. Where that key's account was not kept, it is the connected one's.
UPDATE "branding_version" SET "account" = coalesce(
  (SELECT key."account" FROM "key_attempt" key
   WHERE key."shop" = "branding_version"."shop" AND key."started_at" <= "branding_version"."begun_at"
     AND (key."outcome" = 'stored' OR key."outcome" IN ('released', 'acknowledged') AND key."released_why" <> 'unusable')
   ORDER BY key."started_at" DESC LIMIT 1),
  (SELECT "account" FROM "connection" WHERE "connection"."shop" = "branding_version"."shop"));
ALTER TABLE "branding_version" FORCE ROW LEVEL SECURITY;
ALTER TABLE "key_attempt" FORCE ROW LEVEL SECURITY;
ALTER TABLE "connection" FORCE ROW LEVEL SECURITY;
