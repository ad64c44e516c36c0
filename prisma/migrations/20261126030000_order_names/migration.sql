-- A whole name leads to its order; a part of one is looked for among all of them.
CREATE INDEX "supplier_order_shop_order_name_idx" ON "supplier_order"("shop", "order_name");
