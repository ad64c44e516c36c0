-- The cost of the items that the merchant accepted when "Send to supplier" asked them about a loss.
ALTER TABLE "unrequested_order" ADD COLUMN "accepted_cost" JSONB;
ALTER TABLE "supplier_order" ADD COLUMN "loss_accepted" JSONB;
