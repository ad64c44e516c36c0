-- AlterTable
ALTER TABLE "product_link" ADD COLUMN     "emptied" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "product_link" NO FORCE ROW LEVEL SECURITY;
UPDATE "product_link" SET "emptied" = true WHERE "delisted" = 'zero-stock';
ALTER TABLE "product_link" FORCE ROW LEVEL SECURITY;
