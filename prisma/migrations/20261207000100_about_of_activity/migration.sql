-- Ids of the things that a warning is about, so that it is settled by its own recovery and not by that of another thing.
ALTER TABLE "activity" ADD COLUMN "about" TEXT[] DEFAULT ARRAY[]::TEXT[];
