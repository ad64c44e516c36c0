-- Before this migration, a product that the supplier shows and that can't be read was ordered by the price that had been read before.
ALTER TABLE "supplier_product" ADD COLUMN     "unreadable" TEXT;
ALTER TABLE "supplier_product" ADD CONSTRAINT "supplier_product_unreadable" CHECK ("unreadable" IN ('price', 'stock', 'product'));
