-- Stockbridge support pauses the ordering of a shop, or of every shop.
CREATE TABLE "support_pause" (
    "shop" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "why" TEXT NOT NULL,

    CONSTRAINT "support_pause_pkey" PRIMARY KEY ("shop")
);
ALTER TABLE "support_pause" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "support_pause" USING (stockbridge_may_see("shop"));

CREATE TABLE "support_pause_of_all" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "why" TEXT NOT NULL,

    CONSTRAINT "support_pause_of_all_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "support_pause_of_all" ADD CONSTRAINT "support_pause_of_all_one" CHECK ("id" = 1);
-- Every order reads it, only the system writes it.
ALTER TABLE "support_pause_of_all" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "support_pause_of_all" USING (stockbridge_may_see(NULL));
CREATE POLICY "all_read" ON "support_pause_of_all" FOR SELECT USING (true);

-- What operators changed by hand. It belongs to no shop, and outlives each.
CREATE TABLE "operator_action" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "row_id" TEXT,
    "what" TEXT NOT NULL,
    "why" TEXT,

    CONSTRAINT "operator_action_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "operator_action_at_id_idx" ON "operator_action"("at" DESC, "id" DESC);

ALTER TABLE "operator_action" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "operator_action" USING (stockbridge_may_see(NULL));

-- Until now the end of a lease could not be told from the time of the next try.
ALTER TABLE "inbox_entry" ADD COLUMN "leased_until" TIMESTAMPTZ(3);

-- Entries that were given up are few among those that ended.
CREATE INDEX "inbox_entry_given_up" ON "inbox_entry"("shop", "handled_at") WHERE "handled_at" IS NOT NULL AND "failure" IS NOT NULL;
