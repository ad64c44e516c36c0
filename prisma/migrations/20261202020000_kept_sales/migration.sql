ALTER TABLE "supplier_order" ADD COLUMN "cost_earlier" TEXT,
ADD COLUMN "cost_earlier_currency" TEXT,
ADD COLUMN "cost_earlier_shipping" TEXT,
ADD COLUMN "held_shipping_paid" TEXT,
ADD COLUMN "refunds_seen" INTEGER;

ALTER TABLE "supplier_order_line" ADD COLUMN "shipping_paid" TEXT,
ADD COLUMN "tax" TEXT;
