-- The shipping in the supplier's charge, from which rates are suggested.
ALTER TABLE "supplier_order" ADD COLUMN "cost_shipping" TEXT;
