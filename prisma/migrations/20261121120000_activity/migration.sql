-- CreateTable
CREATE TABLE "activity" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "tone" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "subject_label" TEXT,
    "subject_url" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activity_shop_at_id_idx" ON "activity"("shop", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "activity_keep_until_idx" ON "activity"("keep_until");


-- The page's filter: in 90 days much happens, and little of it needs the merchant.
CREATE INDEX "activity_needs_you" ON "activity"("shop", "at" DESC, "id" DESC) WHERE "tone" IN ('warning', 'critical');

-- Words that the code knows, and no others. Links lead into the app or the shop's admin, nowhere else.
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind" CHECK ("kind" ~ '^[a-z]+\.[a-z-]+$');
ALTER TABLE "activity" ADD CONSTRAINT "activity_tone" CHECK ("tone" IN ('info', 'success', 'warning', 'critical'));
ALTER TABLE "activity" ADD CONSTRAINT "activity_subject" CHECK (
  ("subject_label" IS NULL) = ("subject_url" IS NULL)
  AND ("subject_url" IS NULL OR "subject_url" ~ '^(/app/|shopify:admin/)')
);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "activity" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "activity" USING (stockbridge_may_see("shop"));
