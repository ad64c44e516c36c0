-- CreateTable
CREATE TABLE "schema_version" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "newest" TEXT NOT NULL,
    "oldest" TEXT,

    CONSTRAINT "schema_version_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "schema_version" ADD CONSTRAINT "schema_version_one" CHECK ("id" = 1);

-- Every process reads it. Only setting the database up writes it, as the owner: the app's role gets no right to.
ALTER TABLE "schema_version" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "schema_version" USING (stockbridge_may_see(NULL));
CREATE POLICY "all_read" ON "schema_version" FOR SELECT USING (true);
