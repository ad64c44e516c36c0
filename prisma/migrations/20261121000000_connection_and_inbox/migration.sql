-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "isOnline" BOOLEAN NOT NULL DEFAULT false,
    "scope" TEXT,
    "expires" TIMESTAMP(3),
    "accessToken" TEXT NOT NULL,
    "userId" BIGINT,
    "firstName" TEXT,
    "lastName" TEXT,
    "email" TEXT,
    "accountOwner" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT,
    "collaborator" BOOLEAN DEFAULT false,
    "emailVerified" BOOLEAN DEFAULT false,
    "refreshToken" TEXT,
    "refreshTokenExpires" TIMESTAMP(3),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection" (
    "shop" TEXT NOT NULL,
    "key_name" TEXT NOT NULL,
    "sealed_key" TEXT NOT NULL,
    "key_start" TEXT NOT NULL,
    "key_end" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,
    "key_check" TEXT NOT NULL,
    "key_check_said" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connection_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "key_attempt" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "key_name" TEXT NOT NULL,
    "came_back_as" TEXT,
    "outcome" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox_entry" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT,
    "subject_id" TEXT,
    "triggered_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "handled_at" TIMESTAMPTZ(3),
    "failure" TEXT,

    CONSTRAINT "inbox_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "session_shop_idx" ON "session"("shop");

-- CreateIndex
CREATE UNIQUE INDEX "key_attempt_key_name_key" ON "key_attempt"("key_name");

-- CreateIndex
CREATE INDEX "key_attempt_shop_started_at_idx" ON "key_attempt"("shop", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "inbox_entry_webhook_id_key" ON "inbox_entry"("webhook_id");

-- CreateIndex
CREATE INDEX "inbox_entry_shop_idx" ON "inbox_entry"("shop");


-- One pending attempt a shop: the row that holds the place is the lease.
CREATE UNIQUE INDEX "key_attempt_one_pending" ON "key_attempt"("shop") WHERE "outcome" = 'pending';

-- The sweep asks for what is due: handled rows have no next_at. (Prisma splits this file at semicolons, comments included.)
CREATE INDEX "inbox_entry_due" ON "inbox_entry"("next_at") WHERE "next_at" IS NOT NULL;

-- Words that the code knows, and no others.
ALTER TABLE "connection" ADD CONSTRAINT "connection_key_check" CHECK ("key_check" IN ('verified', 'unverified', 'refused'));
ALTER TABLE "key_attempt" ADD CONSTRAINT "key_attempt_outcome"
  CHECK ("outcome" IN ('pending', 'stored', 'refused', 'orphaned', 'released', 'settled'));

-- Row-level security, forced so that it binds the tables' owner as well. A transaction that has named neither a
-- shop nor a system purpose (app/lib/db.server.ts) sees nothing and writes nothing.
ALTER TABLE "session" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "connection" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "key_attempt" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "inbox_entry" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE FUNCTION stockbridge_may_see(row_shop text) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN row_shop = nullif(current_setting('stockbridge.shop', true), '')
    OR nullif(current_setting('stockbridge.system', true), '') IS NOT NULL;

CREATE POLICY "one_shop" ON "session" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "connection" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "key_attempt" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "inbox_entry" USING (stockbridge_may_see("shop"));
