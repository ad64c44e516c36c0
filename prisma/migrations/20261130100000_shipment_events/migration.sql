-- States of a package that the supplier reports, and when it expects to ship an order.
ALTER TABLE "shipment" ADD COLUMN     "events" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "supplier_order" ADD COLUMN     "expected_ship_at" TIMESTAMPTZ(3);
