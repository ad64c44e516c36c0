-- A doubt that a lookup settles at once counts half.
ALTER TABLE "ordering_settings" ADD COLUMN     "settled_responses" INTEGER NOT NULL DEFAULT 0;
