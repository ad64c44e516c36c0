-- For erasing a shop, by equality alone: a sorted index would be taken for the turns.
DROP INDEX "inbox_entry_shop_idx";
CREATE INDEX "inbox_entry_shop_idx" ON "inbox_entry" USING HASH ("shop");

-- Shops take turns: from shop to shop, and to each one's oldest that is due.
CREATE INDEX "inbox_entry_turn" ON "inbox_entry" ("shop", "next_at") WHERE "next_at" IS NOT NULL;
-- What is about the same subject is handled together. CASE, because COALESCE counts as leaky: under a policy no index on
-- it is used.
CREATE INDEX "inbox_entry_subject" ON "inbox_entry" ("shop", "topic", (CASE WHEN "subject_id" IS NULL THEN '' ELSE "subject_id" END)) WHERE "next_at" IS NOT NULL;
