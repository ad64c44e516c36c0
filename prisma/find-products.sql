-- The searches that cannot run under row-level security: the operators of text search and the function `lower` are not
-- leakproof, so Postgres would apply the policy first and not use their indexes. Setup creates these functions
-- (app/lib/database/setup-database.server.ts). They run as their owner, a role that may read both tables across shops. They
-- take the shop from the tenant scope's setting alone, and return only ids of products, whose rows are then read under the
-- policies.

-- The products whose words match a text search, in no order. Each word of the search has the prefix of its shop
-- (`prefixOf`).
-- most: maximum number of products; null for no limit.
CREATE OR REPLACE FUNCTION public.products_with_words(search tsquery, most int) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  -- The statistics may be older than a shop with many products. Then Postgres would read the whole table, with that shop's
  -- products, for a search in another shop (test/catalog/plans.test.ts).
  SET enable_seqscan = off
AS $$
  SELECT supplier_product_id FROM product_search
  -- Without `|| ''`, the planner may choose an index that begins with the shop, and read all products of a shop that it has
  -- no statistics of. No index matches the expression.
  WHERE terms @@ search AND shop || '' = current_setting('stockbridge.shop', true)
  LIMIT most
$$;

-- One product id per variant whose SKU starts with `beginning`, sorted by SKU.
-- beginning: at most 100 characters, folded like the index, with ASCII letters in lower case.
-- most: maximum number of variants; null for no limit.
CREATE OR REPLACE FUNCTION public.products_with_sku(beginning text, most int) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  -- If the statistics show few SKUs of the shop, Postgres would otherwise read and sort all SKUs with this beginning
  -- (test/catalog/plans.test.ts).
  SET enable_sort = off
AS $$
  SELECT supplier_product_id FROM supplier_variant
  WHERE shop = current_setting('stockbridge.shop', true)
    AND lower(left(sku, 100) COLLATE "C") >= beginning
    AND lower(left(sku, 100) COLLATE "C") < beginning || U&'\+10FFFF'
  -- A million SKUs may have the same beginning. In the order of the index, Postgres reads only the SKUs that it returns.
  -- Without an order, Postgres may collect all of them first (test/catalog/plans.test.ts).
  ORDER BY lower(left(sku, 100) COLLATE "C")
  LIMIT most
$$;
