CREATE INDEX CONCURRENTLY IF NOT EXISTS "activity_warnings_of_subject" ON "activity"("shop", "subject_url", "kind", "at", "id") WHERE "tone" IN ('warning', 'critical') AND "subject_url" IS NOT NULL;
