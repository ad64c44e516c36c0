-- All prices of a shop are judged in batches: how far that has come.
ALTER TABLE "shop_facts" ADD COLUMN "judging" JSONB;
