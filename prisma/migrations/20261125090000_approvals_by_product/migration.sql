-- Prices that wait are listed product by product, page by page.
DROP INDEX "price_approval_shop_state_since_supplier_variant_id_idx";
CREATE INDEX "price_approval_shop_state_supplier_product_id_supplier_vari_idx" ON "price_approval"("shop", "state", "supplier_product_id", "supplier_variant_id");
