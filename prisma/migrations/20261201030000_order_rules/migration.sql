-- Rules for automatic ordering: what they keep from being requested, their versions, and what they let through.
ALTER TABLE "unrequested_order" ADD COLUMN "kept_because" JSONB,
ADD COLUMN "kept_since" TIMESTAMPTZ(3),
ADD COLUMN "judged_version" TEXT,
ADD COLUMN "judge_due_at" TIMESTAMPTZ(3),
ADD COLUMN "judge_leased_until" TIMESTAMPTZ(3),
ADD COLUMN "judge_retry_count" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "unrequested_order_shop_judge_due" ON "unrequested_order"("shop", "judge_due_at") WHERE "judge_due_at" IS NOT NULL;

CREATE TABLE "order_rules" (
    "shop" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "rules" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_rules_pkey" PRIMARY KEY ("shop","version")
);
ALTER TABLE "order_rules" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "order_rules" USING (stockbridge_may_see("shop"));

CREATE TABLE "automatic_request" (
    "shop" TEXT NOT NULL,
    "fulfillment_order_id" TEXT NOT NULL,
    "shop_order_id" TEXT NOT NULL,
    "rules_version" INTEGER NOT NULL,
    "total_amount" TEXT,
    "total_currency" TEXT,
    "facts" JSONB NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automatic_request_pkey" PRIMARY KEY ("shop","fulfillment_order_id")
);
CREATE INDEX "automatic_request_shop_decided_at_idx" ON "automatic_request"("shop", "decided_at");
ALTER TABLE "automatic_request" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "automatic_request" USING (stockbridge_may_see("shop"));
