-- The triggers of Shopify Flow that workflows use, and which events were passed on to Flow.
CREATE TABLE "flow_trigger_use" (
    "shop" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "in_use" BOOLEAN NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "flow_trigger_use_pkey" PRIMARY KEY ("shop","trigger")
);
ALTER TABLE "flow_trigger_use" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "flow_trigger_use" USING (stockbridge_may_see("shop"));
ALTER TABLE "outbox_entry" ADD COLUMN "triggered_at" TIMESTAMPTZ(3);
