-- CreateTable
CREATE TABLE "catalog_mirror" (
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "pass" INTEGER NOT NULL,
    "page" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "started_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "problem" TEXT,
    "problem_said" TEXT,

    CONSTRAINT "catalog_mirror_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "mirror_page" (
    "shop" TEXT NOT NULL,
    "pass" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "product_ids" TEXT[],

    CONSTRAINT "mirror_page_pkey" PRIMARY KEY ("shop","pass","number")
);

-- CreateTable
CREATE TABLE "supplier_product" (
    "shop" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description_html" TEXT NOT NULL,
    "brand" TEXT,
    "category" TEXT,
    "images" JSONB NOT NULL DEFAULT '[]',
    "options" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updated_at" TIMESTAMPTZ(3),
    "discontinued" BOOLEAN NOT NULL DEFAULT false,
    "hash" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "gone_at" TIMESTAMPTZ(3),

    CONSTRAINT "supplier_product_pkey" PRIMARY KEY ("shop","id")
);

-- CreateTable
CREATE TABLE "supplier_variant" (
    "shop" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "sku" TEXT,
    "barcode" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "price_amount" TEXT NOT NULL,
    "price_currency" TEXT NOT NULL,
    "stock" INTEGER NOT NULL,
    "weight_grams" DOUBLE PRECISION,
    "image_url" TEXT,

    CONSTRAINT "supplier_variant_pkey" PRIMARY KEY ("shop","id")
);

-- CreateTable
CREATE TABLE "listed_product" (
    "shop" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "said" TEXT,
    "shop_product_id" TEXT,
    "content_hash" TEXT,
    "images_hash" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "imported_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "listed_product_pkey" PRIMARY KEY ("shop","supplier_product_id")
);

-- CreateTable
CREATE TABLE "listed_variant" (
    "shop" TEXT NOT NULL,
    "supplier_variant_id" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "shop_variant_id" TEXT NOT NULL,
    "inventory_item_id" TEXT NOT NULL,

    CONSTRAINT "listed_variant_pkey" PRIMARY KEY ("shop","supplier_variant_id")
);

-- CreateTable
CREATE TABLE "fulfillment_service" (
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "said" TEXT,
    "service_id" TEXT,
    "location_id" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "fulfillment_service_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "catalog_settings" (
    "shop" TEXT NOT NULL,
    "markup_percent" INTEGER NOT NULL,

    CONSTRAINT "catalog_settings_pkey" PRIMARY KEY ("shop")
);

-- CreateIndex
CREATE INDEX "supplier_product_shop_name_id_idx" ON "supplier_product"("shop", "name", "id");

-- CreateIndex
CREATE INDEX "supplier_product_shop_category_name_id_idx" ON "supplier_product"("shop", "category", "name", "id");

-- CreateIndex
CREATE INDEX "supplier_variant_shop_product_id_position_idx" ON "supplier_variant"("shop", "product_id", "position");

-- CreateIndex
CREATE INDEX "listed_variant_shop_supplier_product_id_idx" ON "listed_variant"("shop", "supplier_product_id");

-- CreateIndex
CREATE UNIQUE INDEX "listed_variant_shop_shop_variant_id_key" ON "listed_variant"("shop", "shop_variant_id");



-- The sweep asks for what is due, and a slice for the next of its shop.
CREATE INDEX "catalog_mirror_due" ON "catalog_mirror"("next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "listed_product_due" ON "listed_product"("shop", "next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "fulfillment_service_due" ON "fulfillment_service"("next_at") WHERE "next_at" IS NOT NULL;

-- Words that the code knows, and no others.
ALTER TABLE "catalog_mirror" ADD CONSTRAINT "catalog_mirror_state" CHECK ("state" IN ('reading', 'resting'));
ALTER TABLE "catalog_mirror" ADD CONSTRAINT "catalog_mirror_problem"
  CHECK ("problem" IN ('not-offered', 'refused', 'failed') AND "problem_said" IS NOT NULL OR "problem" IS NULL);
ALTER TABLE "listed_product" ADD CONSTRAINT "listed_product_state" CHECK ("state" IN ('importing', 'imported', 'refused'));
ALTER TABLE "listed_product" ADD CONSTRAINT "listed_product_said" CHECK ("state" <> 'refused' OR "said" IS NOT NULL);
ALTER TABLE "fulfillment_service" ADD CONSTRAINT "fulfillment_service_state" CHECK ("state" IN ('due', 'ready', 'refused'));
ALTER TABLE "fulfillment_service" ADD CONSTRAINT "fulfillment_service_ids"
  CHECK ("state" <> 'ready' OR ("service_id" IS NOT NULL AND "location_id" IS NOT NULL));
ALTER TABLE "catalog_settings" ADD CONSTRAINT "catalog_settings_markup" CHECK ("markup_percent" BETWEEN 0 AND 1000);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "catalog_mirror" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "mirror_page" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_product" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_variant" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "listed_product" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "listed_variant" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "fulfillment_service" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "catalog_settings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY "one_shop" ON "catalog_mirror" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "mirror_page" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "supplier_product" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "supplier_variant" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "listed_product" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "listed_variant" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "fulfillment_service" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "catalog_settings" USING (stockbridge_may_see("shop"));
