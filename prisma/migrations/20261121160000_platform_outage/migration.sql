-- CreateTable
CREATE TABLE "platform_outage" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "platform_outage_pkey" PRIMARY KEY ("id")
);

-- There is one platform.
ALTER TABLE "platform_outage" ADD CONSTRAINT "platform_outage_one" CHECK ("id" = 1);
