-- CreateTable
CREATE TABLE "shop_access" (
    "shop" TEXT NOT NULL,
    "renew_at" TIMESTAMPTZ(3) NOT NULL,
    "lost_at" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_access_pkey" PRIMARY KEY ("shop")
);


-- The sweep asks for the few shops that let us in no more.
CREATE INDEX "shop_access_lost" ON "shop_access"("lost_at") WHERE "lost_at" IS NOT NULL;

-- The merchant is told of a loss, and of nothing else.
ALTER TABLE "shop_access" ADD CONSTRAINT "shop_access_told" CHECK ("told_at" IS NULL OR "lost_at" IS NOT NULL);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "shop_access" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shop_access" USING (stockbridge_may_see("shop"));
