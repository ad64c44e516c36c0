-- All workers take part in each sweep: each claims the rows that it is about to process.
CREATE TABLE "sweep_claim" (
    "shop" TEXT NOT NULL,
    "sweep" TEXT NOT NULL,
    "row_id" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweep_claim_pkey" PRIMARY KEY ("shop", "sweep", "row_id")
)
-- Every row is inserted and deleted within seconds: vacuum by the number of dead rows, whatever the table's size.
WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "sweep_claim" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "sweep_claim" USING (stockbridge_may_see("shop"));
