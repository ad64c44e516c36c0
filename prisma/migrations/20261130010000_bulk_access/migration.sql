-- The app's access to bulk operations, which Shopify grants to the app and not per shop.
CREATE TABLE "bulk_access" (
    "kind" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "tried_at" TIMESTAMPTZ(3) NOT NULL,
    "denied_since" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_access_pkey" PRIMARY KEY ("kind")
);
ALTER TABLE "bulk_access" ADD CONSTRAINT "bulk_access_kind" CHECK ("kind" IN ('query', 'mutation'));
ALTER TABLE "bulk_access" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "bulk_access" USING (stockbridge_may_see(NULL));
