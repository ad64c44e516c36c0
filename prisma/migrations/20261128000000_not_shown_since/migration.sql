-- Before this migration, failures were counted as empty answers of Shopify: after three of them, one empty answer canceled an order at the supplier.
ALTER TABLE "supplier_order" ADD COLUMN     "not_shown_since" TIMESTAMPTZ(3);

-- One empty answer ended the tracking of a package.
ALTER TABLE "shipment" ADD COLUMN     "not_shown_since" TIMESTAMPTZ(3);
