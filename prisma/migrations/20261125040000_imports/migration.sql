-- An import is a row of its own: what was chosen, how it is to be imported, and how it ended.
ALTER TABLE "product_link" ADD COLUMN     "before_import" JSONB;

-- What an import changes goes by what the shop has now, field by field.
ALTER TABLE "product_link" DROP COLUMN "content_hash";

-- CreateTable
CREATE TABLE "import_run" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "selection" TEXT NOT NULL,
    "options" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_lease" (
    "shop" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_lease_pkey" PRIMARY KEY ("shop")
);

-- CreateIndex
CREATE INDEX "import_run_shop_requested_at_id_idx" ON "import_run"("shop", "requested_at" DESC, "id" DESC);

-- Whether an import has ended is asked with each of its products.
CREATE INDEX "product_link_importing" ON "product_link"("shop", "import_id") WHERE "state" = 'importing';

ALTER TABLE "import_run" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "import_lease" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "import_run" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "import_lease" USING (stockbridge_may_see("shop"));
