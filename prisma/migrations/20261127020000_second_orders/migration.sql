-- That the supplier has an order twice was known by its reason alone, and forgotten once another reason took its place.
ALTER TABLE "supplier_order" ADD COLUMN     "second_supplier_order_id" TEXT;

ALTER TABLE "supplier_order" NO FORCE ROW LEVEL SECURITY;
UPDATE "supplier_order" SET "second_supplier_order_id" = "reason_params"->>'other' WHERE "reason" = 'second-there';
ALTER TABLE "supplier_order" FORCE ROW LEVEL SECURITY;
