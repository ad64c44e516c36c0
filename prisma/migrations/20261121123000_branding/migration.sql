-- CreateTable
CREATE TABLE "branding_draft" (
    "shop" TEXT NOT NULL,
    "brand_name" TEXT,
    "logo" TEXT,
    "primary_color" TEXT,
    "packing_slip_message" TEXT,
    "return_address" TEXT,
    "support_email" TEXT,
    "support_phone" TEXT,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_said" TEXT,

    CONSTRAINT "branding_draft_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "branding_version" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "brand_name" TEXT,
    "logo" TEXT,
    "primary_color" TEXT,
    "packing_slip_message" TEXT,
    "return_address" TEXT,
    "support_email" TEXT,
    "support_phone" TEXT,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "branding_version_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "branding_version_shop_number_key" ON "branding_version"("shop", "number");


-- One version a shop on its way to the platform: the row that holds the place is the lease.
CREATE UNIQUE INDEX "branding_version_one_under_way" ON "branding_version"("shop") WHERE "published_at" IS NULL;

ALTER TABLE "branding_version" ADD CONSTRAINT "branding_version_number" CHECK ("number" >= 1);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "branding_draft" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "branding_version" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "branding_draft" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "branding_version" USING (stockbridge_may_see("shop"));
