-- The number of the customer's refunds in the newest answer of the shop. An older answer has fewer, and lowers no sum.
ALTER TABLE "supplier_order" ADD COLUMN "refunds_read" INTEGER NOT NULL DEFAULT 0;
