-- AlterTable
ALTER TABLE "fulfillment_service" ADD COLUMN     "callback_url" TEXT;

-- Services that an earlier version has made: Shopify is to call them too. The policies bind the owner as well, who may
-- lift that for the moment.
ALTER TABLE "fulfillment_service" NO FORCE ROW LEVEL SECURITY;
UPDATE "fulfillment_service" SET "state" = 'due', "next_at" = now(), "attempts" = 0 WHERE "state" = 'ready';
ALTER TABLE "fulfillment_service" FORCE ROW LEVEL SECURITY;

-- Readiness asks for the oldest due row of all shops.
CREATE INDEX "listed_product_due_of_all" ON "listed_product"("next_at") WHERE "next_at" IS NOT NULL;
