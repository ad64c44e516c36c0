-- CreateTable
CREATE TABLE "platform_outage" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "platform_outage_pkey" PRIMARY KEY ("id")
);

-- There is one platform.
ALTER TABLE "platform_outage" ADD CONSTRAINT "platform_outage_one" CHECK ("id" = 1);

-- Nobody's row: no shop sees it, only the system door.
ALTER TABLE "platform_outage" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "platform_outage" USING (stockbridge_may_see(NULL));
