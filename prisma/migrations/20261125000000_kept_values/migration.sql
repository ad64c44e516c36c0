-- What we last wrote to the shop is kept by product and field, so that what a merchant changes there is recognized and
-- stays theirs; and when a product has to follow the supplier.
ALTER TABLE "product_link" ADD COLUMN "chosen_variants" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "import_id" UUID,
ADD COLUMN "kept" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "merchant_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "shop_state" TEXT,
ADD COLUMN "sync_due_at" TIMESTAMPTZ(3),
ADD COLUMN "sync_retry_count" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "variant_link" ADD COLUMN "compare_at_price" TEXT,
ADD COLUMN "cost" TEXT,
ADD COLUMN "merchant_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "price" TEXT,
ADD COLUMN "stock" INTEGER;

-- CreateIndex
CREATE INDEX "product_link_shop_import_id_idx" ON "product_link"("shop", "import_id");

-- The sweep looks for what is due only.
CREATE INDEX "product_link_sync_due" ON "product_link"("sync_due_at") WHERE "sync_due_at" IS NOT NULL;
