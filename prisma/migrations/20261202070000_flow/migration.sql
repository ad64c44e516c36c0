-- Calls of Shopify Flow's actions, and orders that a workflow holds.
CREATE TABLE "flow_action_run" (
    "shop" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "flow_action_run_pkey" PRIMARY KEY ("shop","id")
);
CREATE TABLE "order_hold" (
    "shop" TEXT NOT NULL,
    "shop_order_id" TEXT NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_hold_pkey" PRIMARY KEY ("shop","shop_order_id")
);
CREATE INDEX "flow_action_run_shop_due" ON "flow_action_run"("shop", "due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "flow_action_run" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "flow_action_run" USING (stockbridge_may_see("shop"));
ALTER TABLE "order_hold" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "order_hold" USING (stockbridge_may_see("shop"));
