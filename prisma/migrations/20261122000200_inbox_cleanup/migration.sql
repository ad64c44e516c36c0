-- Entries that were handled long ago are removed in an hourly job of their own, which begins at the oldest.
CREATE INDEX "inbox_entry_handled" ON "inbox_entry"("handled_at") WHERE "handled_at" IS NOT NULL;
