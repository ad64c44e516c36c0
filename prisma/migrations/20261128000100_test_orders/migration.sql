-- Shopify's test orders are ordered only once a person says so.
ALTER TABLE "supplier_order" ADD COLUMN     "test_approved_at" TIMESTAMPTZ(3);
