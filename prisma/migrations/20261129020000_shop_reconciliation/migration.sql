-- The comparison with the shop has a row and an hour of its own: the supplier's list must not stop it.
CREATE TABLE "shop_reconciliation" (
    "shop" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,
    "compared_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "reported_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_reconciliation_pkey" PRIMARY KEY ("shop")
);
CREATE INDEX "shop_reconciliation_shop_due" ON "shop_reconciliation"("shop", "due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "shop_reconciliation" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shop_reconciliation" USING (stockbridge_may_see("shop"));

-- A duty that fails for long is reported to the merchant, once, and once more when it is over.
ALTER TABLE "order_reconciliation"
    ADD COLUMN "pages" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "failing_since" TIMESTAMPTZ(3),
    ADD COLUMN "reported_at" TIMESTAMPTZ(3);
ALTER TABLE "request_poll"
    ADD COLUMN "failing_since" TIMESTAMPTZ(3),
    ADD COLUMN "reported_at" TIMESTAMPTZ(3);
