-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "account" TEXT,
ADD COLUMN     "check_since" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "key_attempt" ADD COLUMN     "purpose" TEXT NOT NULL DEFAULT 'connect',
ADD COLUMN     "released_why" TEXT;

-- AlterTable
ALTER TABLE "order_attempt" ADD COLUMN     "account" TEXT;

-- AlterTable
ALTER TABLE "listed_product" ADD COLUMN     "account" TEXT,
ADD COLUMN     "withdrawn" TEXT;

-- CreateTable
CREATE TABLE "disconnection" (
    "shop" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "why" TEXT NOT NULL,
    "products" TEXT NOT NULL,

    CONSTRAINT "disconnection_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "account_salt" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "account_salt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listed_round" (
    "shop" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "products" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "after" TEXT,
    "done" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "drafts" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "listed_round_pkey" PRIMARY KEY ("shop")
);

-- CreateIndex
CREATE INDEX "connection_account_idx" ON "connection"("account");

-- CreateIndex
CREATE INDEX "listed_product_shop_account_idx" ON "listed_product"("shop", "account");

-- Of connections that an earlier version made, the last check is the oldest moment that is known. FORCE binds the
-- owner too, unless it is a superuser.
ALTER TABLE "connection" NO FORCE ROW LEVEL SECURITY;
UPDATE "connection" SET "check_since" = "checked_at";
ALTER TABLE "connection" FORCE ROW LEVEL SECURITY;
ALTER TABLE "connection" ALTER COLUMN "check_since" SET NOT NULL;

-- Keys that an earlier version released, it released on a disconnect or an uninstall.
ALTER TABLE "key_attempt" NO FORCE ROW LEVEL SECURITY;
UPDATE "key_attempt" SET "released_why" = 'disconnected' WHERE "outcome" = 'released';
ALTER TABLE "key_attempt" FORCE ROW LEVEL SECURITY;

-- The sweep asks for rounds that are due, and a round for what it has to restore.
CREATE INDEX "listed_round_due" ON "listed_round"("next_at") WHERE "next_at" IS NOT NULL;
CREATE INDEX "listed_product_withdrawn" ON "listed_product"("shop", "supplier_product_id") WHERE "withdrawn" IS NOT NULL;

-- Words that the code knows, and no others.
ALTER TABLE "key_attempt" ADD CONSTRAINT "key_attempt_purpose" CHECK ("purpose" IN ('connect', 'replace'));
ALTER TABLE "key_attempt" ADD CONSTRAINT "key_attempt_released"
  CHECK ("released_why" IN ('disconnected', 'uninstalled', 'replaced', 'unusable')
    AND ("outcome" <> 'released' OR "released_why" IS NOT NULL));
ALTER TABLE "disconnection" ADD CONSTRAINT "disconnection_why" CHECK ("why" IN ('disconnected', 'uninstalled'));
ALTER TABLE "disconnection" ADD CONSTRAINT "disconnection_products"
  CHECK ("products" IN ('keep', 'zero-stock', 'draft'));
ALTER TABLE "account_salt" ADD CONSTRAINT "account_salt_one" CHECK ("id" = 1);
ALTER TABLE "listed_product" ADD CONSTRAINT "listed_product_withdrawn"
  CHECK ("withdrawn" IN ('keep', 'zero-stock', 'draft', 'forgotten'));
ALTER TABLE "listed_round" ADD CONSTRAINT "listed_round_kind"
  CHECK ("kind" IN ('restore', 'forget') AND "products" IS NULL
    OR "kind" = 'withdraw' AND "products" IS NOT NULL AND "products" IN ('keep', 'zero-stock', 'draft'));
ALTER TABLE "listed_round" ADD CONSTRAINT "listed_round_lease"
  CHECK ("leased_until" IS NULL OR "leased_until" = "next_at");

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "disconnection" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "listed_round" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "disconnection" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "listed_round" USING (stockbridge_may_see("shop"));

-- Nobody's row: no shop sees it, only the system door.
ALTER TABLE "account_salt" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "account_salt" USING (stockbridge_may_see(NULL));
