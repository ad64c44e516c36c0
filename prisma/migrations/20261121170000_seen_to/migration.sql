-- AlterTable
ALTER TABLE "supplier_order" ADD COLUMN     "seen_to" TEXT;
