-- CreateTable
CREATE TABLE "setup_check" (
    "shop" TEXT NOT NULL,
    "findings" JSONB NOT NULL DEFAULT '{}',
    "checked_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "setup_check_pkey" PRIMARY KEY ("shop")
);

-- CreateIndex
CREATE INDEX "setup_check_next_at_idx" ON "setup_check"("next_at");

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "setup_check" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "setup_check" USING (stockbridge_may_see("shop"));
