-- Home counts the products that can't be kept up to date, which as a rule are none.
CREATE INDEX "product_link_sync_problem" ON "product_link"("shop", "supplier_product_id")
WHERE "sync_problem" IS NOT NULL;
