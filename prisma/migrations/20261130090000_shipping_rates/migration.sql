CREATE TABLE "shipping_profile" (
    "shop" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "groups" JSONB NOT NULL,
    "currency" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,
    "profile_id" TEXT,
    "written_version" INTEGER,
    "market_driven" BOOLEAN,
    "problem" JSONB,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "shipping_profile_pkey" PRIMARY KEY ("shop")
);
CREATE INDEX "shipping_profile_shop_due" ON "shipping_profile"("shop", "due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "shipping_profile" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shipping_profile" USING (stockbridge_may_see("shop"));

CREATE TABLE "shipping_variant" (
    "shop" TEXT NOT NULL,
    "shop_variant_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shipping_variant_pkey" PRIMARY KEY ("shop", "shop_variant_id")
);
ALTER TABLE "shipping_variant" ADD CONSTRAINT "shipping_variant_state" CHECK ("state" IN ('in', 'own-stock'));
ALTER TABLE "shipping_variant" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shipping_variant" USING (stockbridge_may_see("shop"));
