-- CreateTable
CREATE TABLE "order_reconciliation" (
    "shop" TEXT NOT NULL,
    "compared_until" TIMESTAMPTZ(3),
    "began_at" TIMESTAMPTZ(3),
    "cursor" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "order_reconciliation_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "told_mismatch" (
    "shop" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "told_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "told_mismatch_pkey" PRIMARY KEY ("shop","subject")
);


-- The sweep asks for what is due.
CREATE INDEX "order_reconciliation_due" ON "order_reconciliation"("next_at") WHERE "next_at" IS NOT NULL;

-- A place in the platform's list belongs to a pass.
ALTER TABLE "order_reconciliation" ADD CONSTRAINT "order_reconciliation_place" CHECK ("cursor" IS NULL OR "began_at" IS NOT NULL);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "order_reconciliation" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "told_mismatch" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "order_reconciliation" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "told_mismatch" USING (stockbridge_may_see("shop"));
