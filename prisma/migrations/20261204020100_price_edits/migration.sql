-- Prices that a merchant has set together, so that they can be undone.
CREATE TABLE "price_edit" (
    "shop" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "change" JSONB NOT NULL,
    "items" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_edit_pkey" PRIMARY KEY ("shop","id")
);
CREATE INDEX "price_edit_shop_at_id_idx" ON "price_edit"("shop", "at" DESC, "id" DESC);
ALTER TABLE "price_edit" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "price_edit" USING (stockbridge_may_see("shop"));
