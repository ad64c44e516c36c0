-- To notice what changes in the shop after the supplier has got an order: a keyed hash of where it is sent, as long as it
-- has not left, and how the shop's order stood when it was last looked at.
ALTER TABLE "supplier_order" ADD COLUMN     "destination_hash" TEXT,
ADD COLUMN     "shop_version" TEXT;
