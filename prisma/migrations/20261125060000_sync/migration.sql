-- The shop follows the supplier: what is due, what was intended, whose a field is, and what has changed.
ALTER TABLE "product_link" ADD COLUMN "awaits_start" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "compare_due_at" TIMESTAMPTZ(3),
ADD COLUMN "drafted_from" TEXT,
ADD COLUMN "follows" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "intended" JSONB,
ADD COLUMN "shop_updated_at" TIMESTAMPTZ(3),
ADD COLUMN "sync_problem" JSONB,
ADD COLUMN "written_at" TIMESTAMPTZ(3);

ALTER TABLE "variant_link" ADD COLUMN "restore" JSONB,
ADD COLUMN "shop_state" TEXT;

CREATE TABLE "sync_settings" (
    "shop" TEXT NOT NULL,
    "price" BOOLEAN NOT NULL,
    "stock" BOOLEAN NOT NULL,
    "availability" BOOLEAN NOT NULL,
    "buffer" INTEGER NOT NULL,
    "discontinued" TEXT NOT NULL,
    "approve_above" INTEGER,

    CONSTRAINT "sync_settings_pkey" PRIMARY KEY ("shop")
);

CREATE TABLE "catalog_sync" (
    "shop" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "run_id" UUID,
    "compare_due_at" TIMESTAMPTZ(3),
    "compared_at" TIMESTAMPTZ(3),

    CONSTRAINT "catalog_sync_pkey" PRIMARY KEY ("shop")
);

CREATE TABLE "sync_run" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "products" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "sync_run_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "catalog_change" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "run_id" UUID,
    "supplier_product_id" TEXT NOT NULL,
    "supplier_variant_id" TEXT,
    "field" TEXT NOT NULL,
    "old" TEXT,
    "new" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "catalog_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "price_approval" (
    "shop" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "cost_before" TEXT NOT NULL,
    "cost" TEXT NOT NULL,
    "price_before" TEXT,
    "price" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_approval_pkey" PRIMARY KEY ("shop","supplier_variant_id")
);

CREATE INDEX "product_link_shop_shop_product_id_idx" ON "product_link"("shop", "shop_product_id");
CREATE INDEX "variant_link_shop_inventory_item_id_idx" ON "variant_link"("shop", "inventory_item_id");
CREATE INDEX "sync_run_shop_started_at_id_idx" ON "sync_run"("shop", "started_at" DESC, "id" DESC);
CREATE INDEX "sync_run_started_at_idx" ON "sync_run"("started_at");
CREATE INDEX "catalog_change_shop_at_id_idx" ON "catalog_change"("shop", "at" DESC, "id" DESC);
CREATE INDEX "catalog_change_shop_supplier_product_id_at_idx" ON "catalog_change"("shop", "supplier_product_id", "at" DESC);
CREATE INDEX "catalog_change_shop_run_id_idx" ON "catalog_change"("shop", "run_id");
CREATE INDEX "catalog_change_at_idx" ON "catalog_change"("at");
CREATE INDEX "price_approval_shop_state_since_supplier_variant_id_idx" ON "price_approval"("shop", "state", "since", "supplier_variant_id");

-- The sweep and the batches look for what is due only.
CREATE INDEX "product_link_compare_due" ON "product_link"("compare_due_at") WHERE "compare_due_at" IS NOT NULL;
CREATE INDEX "product_link_shop_sync_due" ON "product_link"("shop", "sync_due_at") WHERE "sync_due_at" IS NOT NULL;
CREATE INDEX "product_link_awaits_start" ON "product_link"("shop", "supplier_product_id") WHERE "awaits_start";
CREATE INDEX "catalog_sync_compare_due" ON "catalog_sync"("compare_due_at") WHERE "compare_due_at" IS NOT NULL;

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "sync_settings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "sync_settings" USING (stockbridge_may_see("shop"));
ALTER TABLE "catalog_sync" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "catalog_sync" USING (stockbridge_may_see("shop"));
ALTER TABLE "sync_run" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "sync_run" USING (stockbridge_may_see("shop"));
ALTER TABLE "catalog_change" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "catalog_change" USING (stockbridge_may_see("shop"));
ALTER TABLE "price_approval" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "price_approval" USING (stockbridge_may_see("shop"));

-- What earlier versions imported is compared first: what we wrote then was not kept.
SELECT set_config('stockbridge.system', 'migration', true);
INSERT INTO "catalog_sync" ("shop", "compare_due_at")
SELECT DISTINCT "shop", now() FROM "product_link" WHERE "shop_product_id" IS NOT NULL;
SELECT set_config('stockbridge.system', '', true);
