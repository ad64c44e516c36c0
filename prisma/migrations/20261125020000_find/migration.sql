-- Finding products: what a search asks for, in a narrow row, and the words that there are, for those mistyped.
CREATE TABLE "supplier_find" (
    "shop" TEXT NOT NULL,
    "supplier_product_id" TEXT NOT NULL,
    "name_key" TEXT COLLATE "C" NOT NULL,
    "category" TEXT COLLATE "C",
    "brand" TEXT COLLATE "C",
    "cost_from" DECIMAL NOT NULL,
    "in_stock" BOOLEAN NOT NULL,
    "discontinued" BOOLEAN NOT NULL,
    "gone" BOOLEAN NOT NULL DEFAULT false,
    "first_seen" TIMESTAMPTZ(3) NOT NULL,
    "terms" TSVECTOR NOT NULL,

    CONSTRAINT "supplier_find_pkey" PRIMARY KEY ("shop","supplier_product_id")
);

CREATE TABLE "supplier_word" (
    "shop" TEXT NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "reversed" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "supplier_word_pkey" PRIMARY KEY ("shop","word")
);

-- CreateIndex
CREATE INDEX "supplier_find_shop_name_key_supplier_product_id_idx" ON "supplier_find"("shop", "name_key", "supplier_product_id");

-- CreateIndex
CREATE INDEX "supplier_find_shop_category_name_key_supplier_product_id_idx" ON "supplier_find"("shop", "category", "name_key", "supplier_product_id");

-- CreateIndex
CREATE INDEX "supplier_find_shop_brand_name_key_supplier_product_id_idx" ON "supplier_find"("shop", "brand", "name_key", "supplier_product_id");

-- CreateIndex
CREATE INDEX "supplier_find_shop_cost_from_supplier_product_id_idx" ON "supplier_find"("shop", "cost_from", "supplier_product_id");

-- CreateIndex
CREATE INDEX "supplier_find_shop_first_seen_supplier_product_id_idx" ON "supplier_find"("shop", "first_seen", "supplier_product_id");

-- What has not been merged into it yet is read from end to end by every search: a small list, merged often.
CREATE INDEX "supplier_find_terms_idx" ON "supplier_find" USING GIN ("terms") WITH (gin_pending_list_limit = 256);

-- CreateIndex
CREATE INDEX "supplier_word_shop_reversed_idx" ON "supplier_word"("shop", "reversed");

-- SKUs as they are searched for, whatever their case.
CREATE INDEX "supplier_variant_sku" ON "supplier_variant"("shop", (lower(left("sku", 100) COLLATE "C")), "supplier_product_id")
  WHERE "sku" IS NOT NULL;
-- A shop's few products that are neither in the shop nor untouched.
CREATE INDEX "product_link_unfinished" ON "product_link"("shop", "state") WHERE "state" <> 'imported';
CREATE INDEX "supplier_find_discontinued" ON "supplier_find"("shop", "name_key", "supplier_product_id") WHERE "discontinued";

-- Searches read the table above.
DROP INDEX "supplier_product_shop_name_id_idx";
DROP INDEX "supplier_product_shop_category_name_id_idx";
ALTER TABLE "supplier_product" DROP COLUMN "search";

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "supplier_find" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_word" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "supplier_find" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "supplier_word" USING (stockbridge_may_see("shop"));

-- Products that are there already are found at once, roughly. The next run takes each for changed, for the mirror is another
-- version with this (reading-version.ts), and writes its words as the app folds them.
SELECT set_config('stockbridge.system', 'migration', true);
INSERT INTO "supplier_find" ("shop", "supplier_product_id", "name_key", "category", "brand", "cost_from", "in_stock",
  "discontinued", "gone", "first_seen", "terms")
SELECT p."shop", p."id", left(btrim(folded."name"), 100), left(p."category", 200), left(p."brand", 200),
  coalesce(v."cost_from", 'Infinity'), coalesce(v."in_stock", false), p."discontinued", p."gone_at" IS NOT NULL, now(),
  array_to_tsvector(ARRAY (
    SELECT DISTINCT left(md5(p."shop"), 6) || "word" FROM unnest(string_to_array(folded."words", ' ')) AS "word"
    WHERE "word" <> '' LIMIT 80))
FROM "supplier_product" p
CROSS JOIN LATERAL (
  SELECT max("plain") FILTER (WHERE "number" = 1), string_agg("plain", ' ')
  FROM unnest(ARRAY[p."name", p."brand", p."category"]) WITH ORDINALITY AS t ("text", "number"),
    regexp_replace(lower(regexp_replace(normalize("text", NFKD), '[\u0300-\u036F]', '', 'g')), '[^[:alnum:]]+', ' ', 'g') AS "plain"
) AS folded ("name", "words")
LEFT JOIN LATERAL (
  SELECT min("price_amount"::numeric) AS "cost_from", bool_or("stock" > 0) AS "in_stock"
  FROM "supplier_variant" WHERE "shop" = p."shop" AND "supplier_product_id" = p."id"
) v ON true;
SELECT set_config('stockbridge.system', '', true);
