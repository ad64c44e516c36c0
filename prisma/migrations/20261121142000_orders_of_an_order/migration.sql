-- The page of a customer's order, and its cancellation, ask what there is of it.
CREATE INDEX "supplier_order_shop_order_id_idx" ON "supplier_order"("shop", "order_id");
