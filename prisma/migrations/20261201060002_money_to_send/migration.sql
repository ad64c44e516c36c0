-- For the expected profit of orders that wait. Orders get both the next time that their lines are read.
ALTER TABLE "unrequested_order" ADD COLUMN "shipping_paid" TEXT,
ADD COLUMN "country" TEXT;
