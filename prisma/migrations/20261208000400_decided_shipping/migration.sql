-- The shipping charge that a decision to order expected. The merchant learns of a much higher total.
ALTER TABLE "supplier_order" ADD COLUMN "decided_shipping" TEXT;
