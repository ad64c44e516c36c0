-- breaks: processes before 20261205040000_accepted_loss
-- The loss that the merchant accepted, in place of the cost of the items: what they accepted for a cost says nothing of the loss,
-- so orders that wait with it are asked about again.
ALTER TABLE "unrequested_order" DROP COLUMN "accepted_cost", ADD COLUMN "accepted_loss" JSONB;
