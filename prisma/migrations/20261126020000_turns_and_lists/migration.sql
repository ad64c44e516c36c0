CREATE TABLE "order_update_run" (
    "shop" TEXT NOT NULL,
    "account" TEXT,
    "newest" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "left_out_at" TIMESTAMPTZ(3),
    "began_at" TIMESTAMPTZ(3),
    "since" TIMESTAMPTZ(3),
    "newest_in_run" TIMESTAMPTZ(3),
    "page" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "runs" INTEGER NOT NULL DEFAULT 0,
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "order_update_run_pkey" PRIMARY KEY ("shop")
);

CREATE TABLE "request_poll" (
    "shop" TEXT NOT NULL,
    "polled_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_poll_pkey" PRIMARY KEY ("shop")
);

ALTER TABLE "supplier_order" ADD COLUMN "update_hash" TEXT;

CREATE INDEX "order_update_run_due" ON "order_update_run"("next_at") WHERE "next_at" IS NOT NULL;

-- Sweeps go from shop to shop, and take each shop's oldest.
CREATE INDEX "supplier_order_shop_due" ON "supplier_order"("shop", "next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "supplier_order_shop_update_due" ON "supplier_order"("shop", "update_due_at") WHERE "update_due_at" IS NOT NULL;
CREATE INDEX "shipment_shop_due" ON "shipment"("shop", "next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "link_match_shop_due" ON "link_match"("shop", "next_at") WHERE "next_at" IS NOT NULL;

-- Pages go from the newest to the oldest: of all orders, where a search reads names off the index, and of each group.
DROP INDEX "supplier_order_shop_requested_at_idx";
CREATE INDEX "supplier_order_shop_requested_at_id_idx" ON "supplier_order"("shop", "requested_at", "id") INCLUDE ("order_name", "supplier_order_id");
DROP INDEX "supplier_order_needs_attention";
CREATE INDEX "supplier_order_with_reason" ON "supplier_order"("shop", "requested_at", "id") INCLUDE ("state", "reason", "acknowledged_reason", "cancel_requested_at") WHERE "reason" IS NOT NULL;
CREATE INDEX "supplier_order_open" ON "supplier_order"("shop", "requested_at", "id") WHERE "state" NOT IN ('delivered', 'cancelled', 'rejected');
CREATE INDEX "supplier_order_completed" ON "supplier_order"("shop", "requested_at", "id") WHERE "state" IN ('delivered', 'cancelled', 'rejected');

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "order_update_run" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "order_update_run" USING (stockbridge_may_see("shop"));
ALTER TABLE "request_poll" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "request_poll" USING (stockbridge_may_see("shop"));

-- Of the orders that are under way the list is read from now on, soon and not all at once.
SELECT set_config('stockbridge.system', 'migration', true);
INSERT INTO "order_update_run" ("shop", "next_at")
SELECT DISTINCT "shop", now() + make_interval(secs => mod(abs(hashtext("shop")), 600)) FROM "supplier_order" WHERE "update_due_at" IS NOT NULL;
SELECT set_config('stockbridge.system', '', true);
