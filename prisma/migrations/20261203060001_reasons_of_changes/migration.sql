-- Why a run changed a value in the shop; null in changes by the merchant, and from before.
ALTER TABLE "catalog_change" ADD COLUMN "reason" TEXT;
