ALTER TABLE "supplier_order" ADD COLUMN "part_left_out" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
