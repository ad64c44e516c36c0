-- E-mails to the merchant: their settings, their recipients, and the outbox of events and e-mails.
CREATE TABLE "notification_settings" (
    "shop" TEXT NOT NULL,
    "modes" JSONB NOT NULL DEFAULT '{}',
    "digest_time" TEXT NOT NULL DEFAULT '08:00',
    "last_urgent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("shop")
);
ALTER TABLE "notification_settings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "notification_settings" USING (stockbridge_may_see("shop"));

CREATE TABLE "notification_recipient" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "invited_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "problem" TEXT,

    CONSTRAINT "notification_recipient_pkey" PRIMARY KEY ("shop","id")
);
CREATE UNIQUE INDEX "notification_recipient_shop_address_key" ON "notification_recipient"("shop", "address");
ALTER TABLE "notification_recipient" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "notification_recipient" USING (stockbridge_may_see("shop"));

CREATE TABLE "outbox_entry" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "label" JSONB,
    "url" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "recipient_id" UUID,
    "event_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "retry_count" INTEGER NOT NULL DEFAULT 0,
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "keep_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_entry_pkey" PRIMARY KEY ("shop","id")
);
CREATE INDEX "outbox_entry_keep_until_idx" ON "outbox_entry"("keep_until");
CREATE INDEX "outbox_entry_shop_due" ON "outbox_entry"("shop", "due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "outbox_entry" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "outbox_entry" USING (stockbridge_may_see("shop"));
