-- An order that is not paid in full is ordered only once a person says so, with the amount that they saw.
ALTER TABLE "supplier_order" ADD COLUMN     "unpaid_approved" JSONB;
