-- Pages are kept from run to run and known by their hash; increments read what changed since the last run.
-- FORCE binds the owner as well: without a shop or a purpose it would see no row to change.
SELECT set_config('stockbridge.system', 'migration', true);

-- Only the pages of the run under way say what it has seen.
DELETE FROM "mirror_page" USING "catalog_mirror"
  WHERE "mirror_page"."shop" = "catalog_mirror"."shop" AND "mirror_page"."run" <> "catalog_mirror"."run";
ALTER TABLE "mirror_page" DROP CONSTRAINT "mirror_page_pkey",
DROP COLUMN "run",
ADD COLUMN     "cursor" TEXT,
ADD COLUMN     "hash" TEXT,
ADD CONSTRAINT "mirror_page_pkey" PRIMARY KEY ("shop", "number");

ALTER TABLE "catalog_mirror" ADD COLUMN     "account" TEXT,
ADD COLUMN     "changed" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "full_after" TIMESTAMPTZ(3),
ADD COLUMN     "increment_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'full',
ADD COLUMN     "newest" TIMESTAMPTZ(3),
ADD COLUMN     "newest_in_run" TIMESTAMPTZ(3),
ADD COLUMN     "page_size" INTEGER NOT NULL DEFAULT 100,
ADD COLUMN     "products_read" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "read_with" TEXT,
ADD COLUMN     "shrunk" JSONB,
ADD COLUMN     "vanish_at_most" INTEGER;

-- A run under way goes on with the page size that its cursor was made for.
ALTER TABLE "catalog_mirror" ALTER COLUMN "page_size" SET DEFAULT 500;

ALTER TABLE "catalog_mirror" ADD CONSTRAINT "catalog_mirror_kind" CHECK ("kind" IN ('full', 'increment'));
