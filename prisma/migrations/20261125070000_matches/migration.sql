-- Which products of the shop may be the supplier's: what was read of the shop, what was found, and what the merchant
-- said about it.
CREATE TABLE "match_run" (
    "shop" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "run" INTEGER NOT NULL DEFAULT 1,
    "checkpoint" TEXT,
    "read" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "problem" JSONB,
    "next_at" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "match_run_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "shop_variant" (
    "shop" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "shop_product_id" TEXT NOT NULL,
    "run" INTEGER NOT NULL,
    "product_title" TEXT NOT NULL,
    "options" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sku" TEXT,
    "barcode" TEXT,
    "price" TEXT NOT NULL,
    "image_url" TEXT,
    "status" TEXT NOT NULL,

    CONSTRAINT "shop_variant_pkey" PRIMARY KEY ("shop","id")
);

-- CreateTable
CREATE TABLE "link_match" (
    "shop" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "pairs" JSONB NOT NULL DEFAULT '[]',
    "clear" BOOLEAN,
    "shop_product_id" TEXT,
    "chosen" JSONB NOT NULL DEFAULT '[]',
    "price" TEXT,
    "requested_at" TIMESTAMPTZ(3),
    "problem" JSONB,
    "next_at" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "link_match_pkey" PRIMARY KEY ("shop","supplier_product_id")
);

-- CreateIndex
CREATE INDEX "shop_variant_shop_shop_product_id_idx" ON "shop_variant"("shop", "shop_product_id");

-- CreateIndex
CREATE INDEX "link_match_shop_state_supplier_product_id_idx" ON "link_match"("shop", "state", "supplier_product_id");

-- The sweep looks for what is due only.
CREATE INDEX "match_run_due" ON "match_run"("next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "link_match_due" ON "link_match"("next_at") WHERE "next_at" IS NOT NULL;

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "match_run" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "shop_variant" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "link_match" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "match_run" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "shop_variant" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "link_match" USING (stockbridge_may_see("shop"));
