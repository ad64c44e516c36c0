-- Nothing says that two accounts at the platform do not number their orders alike, and a shop can change its account.
DROP INDEX "supplier_order_shop_wholesale_order_id_key";
CREATE INDEX "supplier_order_shop_wholesale_order_id_idx" ON "supplier_order"("shop", "wholesale_order_id");
