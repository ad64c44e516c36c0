-- The lease of a renewal gets a column, and "renew_at" keeps the pause after a rejection. A lease of the previous release
-- stays in "renew_at" until it expires, at most 30 seconds later.
ALTER TABLE "shop_access" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
