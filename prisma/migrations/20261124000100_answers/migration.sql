-- When a key that the supplier did not accept is tried again.
ALTER TABLE "connection" ADD COLUMN     "check_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "check_retry_count" INTEGER NOT NULL DEFAULT 0;

-- Those of before are tried at once.
UPDATE "connection" SET "check_due_at" = now() WHERE "key_check" = 'unauthorized';

CREATE INDEX "connection_check_due" ON "connection"("check_due_at") WHERE "check_due_at" IS NOT NULL;

-- Doubts in a row, and the pause that follows from them.
ALTER TABLE "ordering_settings" ADD COLUMN     "doubts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "doubted_at" TIMESTAMPTZ(3),
ADD COLUMN     "ordered_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_try_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "supplier_doubt" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "supplier_doubt_pkey" PRIMARY KEY ("id")
);

-- There is one supplier.
ALTER TABLE "supplier_doubt" ADD CONSTRAINT "supplier_doubt_one" CHECK ("id" = 1);

-- Nobody's row, which says nothing of any shop: each may read it, and only the system door writes it.
ALTER TABLE "supplier_doubt" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "system_only" ON "supplier_doubt" USING (stockbridge_may_see(NULL));
CREATE POLICY "all_read" ON "supplier_doubt" FOR SELECT USING (true);
