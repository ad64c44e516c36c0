-- A button names the state that it was offered in, pieces that the supplier has canceled can be ordered anew, and a parcel
-- may be shown in several fulfillments.
ALTER TABLE "supplier_order" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "supplier_order_line" ADD COLUMN     "cancelled" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "supplier_order_line" ADD CONSTRAINT "supplier_order_line_cancelled"
  CHECK ("cancelled" BETWEEN 0 AND "quantity");
ALTER TABLE "shipment" ADD COLUMN     "earlier_fulfillment_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];
