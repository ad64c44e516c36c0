-- Items of a held order. No personal data.
ALTER TABLE "supplier_order" ADD COLUMN "held_lines" JSONB;
CREATE TABLE "order_press" (
    "shop" TEXT NOT NULL,
    "press_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "order_name" TEXT,
    "pressed_at" TIMESTAMPTZ(3) NOT NULL,
    "result" JSONB,

    CONSTRAINT "order_press_pkey" PRIMARY KEY ("shop","press_id","order_id")
);
CREATE INDEX "order_press_shop_pressed_at_idx" ON "order_press"("shop", "pressed_at");
ALTER TABLE "order_press" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "order_press" USING (stockbridge_may_see("shop"));
