-- Unshipped orders are looked at for changes in the shop every five minutes.
ALTER TABLE "shop_reconciliation" ADD COLUMN     "changes_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "changes_leased_until" TIMESTAMPTZ(3),
ADD COLUMN     "changes_retry_count" INTEGER NOT NULL DEFAULT 0;
CREATE INDEX "shop_reconciliation_shop_changes_due" ON "shop_reconciliation"("shop", "changes_due_at") WHERE "changes_due_at" IS NOT NULL;
