-- Sign-ins are limited by account and by installation too, whichever shop they come from.
ALTER TABLE "key_attempt" ADD COLUMN     "account" TEXT;

-- CreateIndex
CREATE INDEX "key_attempt_account_started_at_idx" ON "key_attempt"("account", "started_at");

-- CreateIndex
CREATE INDEX "key_attempt_started_at_idx" ON "key_attempt"("started_at");
