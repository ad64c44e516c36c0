-- The merchant's decision about a text that customers enter for a product, by the text's name. Never its value.
CREATE TABLE "attribute_decision" (
    "shop" TEXT NOT NULL,
    "shop_product_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sends_in_note" BOOLEAN NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attribute_decision_pkey" PRIMARY KEY ("shop","shop_product_id","name")
);
ALTER TABLE "attribute_decision" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "attribute_decision" USING (stockbridge_may_see("shop"));
