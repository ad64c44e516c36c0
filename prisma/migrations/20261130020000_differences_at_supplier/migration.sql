-- How the supplier's order differs from what was ordered, the cost that was decided by, and pieces that the merchant released.
ALTER TABLE "supplier_order"
  ADD COLUMN "decided_cost" TEXT,
  ADD COLUMN "decided_currency" TEXT,
  ADD COLUMN "differences" JSONB NOT NULL DEFAULT '[]';
ALTER TABLE "supplier_order_line" ADD COLUMN "released" INTEGER NOT NULL DEFAULT 0;
