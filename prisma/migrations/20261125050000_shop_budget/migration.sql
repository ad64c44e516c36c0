-- CreateTable
CREATE TABLE "shop_budget" (
    "shop" TEXT NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_budget_pkey" PRIMARY KEY ("shop")
);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "shop_budget" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shop_budget" USING (stockbridge_may_see("shop"));
