-- When a page of the app was last opened, and the end of the visit before.
ALTER TABLE "home_state" ADD COLUMN "opened_at" TIMESTAMPTZ(3), ADD COLUMN "previous_visit_at" TIMESTAMPTZ(3);
