-- Looks for an event that the shop does not show yet are not failures: each kind has its own count.
ALTER TABLE "inbox_entry" ADD COLUMN "looks" INTEGER NOT NULL DEFAULT 0;
