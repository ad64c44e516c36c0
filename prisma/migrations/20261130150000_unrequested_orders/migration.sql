-- Paid orders whose fulfillment is not requested yet. No personal data.
CREATE TABLE "unrequested_order" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "fulfillment_order_id" TEXT NOT NULL,
    "shop_order_id" TEXT NOT NULL,
    "order_name" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "shop_version" TEXT NOT NULL,
    "lines" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "left_at" TIMESTAMPTZ(3),
    "pressed_at" TIMESTAMPTZ(3),
    "result" JSONB,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "unrequested_order_pkey" PRIMARY KEY ("shop","id")
);
CREATE UNIQUE INDEX "unrequested_order_shop_fulfillment_order_id_key" ON "unrequested_order"("shop", "fulfillment_order_id");
CREATE INDEX "unrequested_order_shop_shop_order_id_idx" ON "unrequested_order"("shop", "shop_order_id");
-- The list and its count, and the results of the latest press.
CREATE INDEX "unrequested_order_waiting" ON "unrequested_order"("shop", "opened_at", "id") WHERE "left_at" IS NULL;
CREATE INDEX "unrequested_order_pressed" ON "unrequested_order"("shop", "pressed_at") WHERE "pressed_at" IS NOT NULL;
CREATE INDEX "unrequested_order_shop_due" ON "unrequested_order"("shop", "due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "unrequested_order" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "unrequested_order" USING (stockbridge_may_see("shop"));
