-- The life of the database that the app last trusted. A failover or a restored backup begins another one.
CREATE TABLE "database_life" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "life" TEXT NOT NULL,
    "trusted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "database_life_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "database_life" ADD CONSTRAINT "database_life_one" CHECK ("id" = 1);
ALTER TABLE "database_life" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "database_life" USING (stockbridge_may_see(NULL));
