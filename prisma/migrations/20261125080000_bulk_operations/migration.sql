-- Large imports, whole comparisons and whole matchings go by Shopify's bulk operations: their rows say which one is theirs.
ALTER TABLE "import_run" ADD COLUMN     "in_bulk" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "catalog_sync" ADD COLUMN     "operation_id" TEXT;
ALTER TABLE "match_run" ADD COLUMN     "operation_id" TEXT;

-- CreateTable
CREATE TABLE "import_bulk" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "import_id" UUID NOT NULL,
    "operation_id" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "import_bulk_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_bulk_line" (
    "shop" TEXT NOT NULL,
    "bulk_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "sent" JSONB NOT NULL,

    CONSTRAINT "import_bulk_line_pkey" PRIMARY KEY ("shop","bulk_id","line")
);

-- CreateIndex
CREATE INDEX "import_bulk_shop_next_at_idx" ON "import_bulk"("shop", "next_at");

-- CreateIndex
CREATE INDEX "import_bulk_next_at_idx" ON "import_bulk"("next_at");

ALTER TABLE "import_bulk" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "import_bulk_line" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "import_bulk" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "import_bulk_line" USING (stockbridge_may_see("shop"));
