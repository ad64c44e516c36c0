-- The first of two supplier's orders, after the second took its place: its number, and the pieces that it has sent.
ALTER TABLE "supplier_order" ADD COLUMN     "earlier_supplier_orders" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "supplier_order_line" ADD COLUMN     "earlier_sent" INTEGER NOT NULL DEFAULT 0;
