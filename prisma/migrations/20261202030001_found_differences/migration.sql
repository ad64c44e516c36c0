-- Differences between shop, our records and supplier, for the reconciliation page.
CREATE TABLE "comparison" (
    "shop" TEXT NOT NULL,
    "compared_at" TIMESTAMPTZ(3),
    "problem" JSONB,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "comparison_pkey" PRIMARY KEY ("shop")
);
CREATE INDEX "comparison_shop_due" ON "comparison"("shop", "due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "comparison" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "comparison" USING (stockbridge_may_see("shop"));

CREATE TABLE "found_difference" (
    "shop" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" JSONB NOT NULL,
    "url" TEXT NOT NULL,
    "action" JSONB NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "found_difference_pkey" PRIMARY KEY ("shop", "subject")
);
ALTER TABLE "found_difference" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "found_difference" USING (stockbridge_may_see("shop"));
