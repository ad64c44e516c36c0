-- Since when reading an order from the supplier fails, and showing a shipment in the shop, and when the merchant got a report of that.
ALTER TABLE "supplier_order" ADD COLUMN "update_failing_since" TIMESTAMPTZ(3),
ADD COLUMN "update_reported_at" TIMESTAMPTZ(3);
ALTER TABLE "shipment" ADD COLUMN "failing_since" TIMESTAMPTZ(3),
ADD COLUMN "reported_at" TIMESTAMPTZ(3);
