ALTER TABLE "ordering_settings" ADD COLUMN "press_dismissed_at" TIMESTAMPTZ(3), ADD COLUMN "send_dismissed_at" TIMESTAMPTZ(3);
