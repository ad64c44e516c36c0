-- Null for every known order: the hourly comparison has seen what has changed.
ALTER TABLE "supplier_order" ADD COLUMN "shop_changed_at" TIMESTAMPTZ(3);
