-- A snapshot of what an order earns, written with its attempt, so no earlier order has one.
ALTER TABLE "supplier_order" ADD COLUMN "revenue" TEXT,
ADD COLUMN "shipping_paid" TEXT,
ADD COLUMN "tax" TEXT,
ADD COLUMN "revenue_currency" TEXT,
ADD COLUMN "paid_currency" TEXT,
ADD COLUMN "exchange_rate" TEXT,
ADD COLUMN "exchange_rate_date" TEXT,
ADD COLUMN "cost_tax_percent" TEXT,
ADD COLUMN "country" TEXT,
ADD COLUMN "refunded" TEXT,
ADD COLUMN "items_cost" TEXT,
ADD COLUMN "shipping_cost" TEXT,
ADD COLUMN "profit" TEXT;

ALTER TABLE "supplier_order_line" ADD COLUMN "revenue" TEXT,
ADD COLUMN "cost" TEXT;
