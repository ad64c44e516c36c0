-- As Prisma makes lists of its schema. Only new orders without a value could lack it, and the default gives them one.
ALTER TABLE "supplier_order" ALTER COLUMN "part_left_out" DROP NOT NULL;
