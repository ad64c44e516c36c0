-- The shop's shipping methods as seen in its orders, and the supplier's methods that the merchant has assigned to them.
CREATE TABLE "shipping_method" (
    "shop" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "assigned_at" TIMESTAMPTZ(3),
    "supplier_method" TEXT,

    CONSTRAINT "shipping_method_pkey" PRIMARY KEY ("shop","key")
);
ALTER TABLE "ordering_settings" ADD COLUMN "default_shipping_method" TEXT,
ADD COLUMN "holds_unknown_methods" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "shipping_method" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shipping_method" USING (stockbridge_may_see("shop"));
