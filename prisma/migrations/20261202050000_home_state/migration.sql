-- Each shop's setup guide.
CREATE TABLE "home_state" (
    "shop" TEXT NOT NULL,
    "guide_hidden_at" TIMESTAMPTZ(3),
    "order_block_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "home_state_pkey" PRIMARY KEY ("shop")
);
ALTER TABLE "home_state" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "home_state" USING (stockbridge_may_see("shop"));
