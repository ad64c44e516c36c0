-- The searches that cannot run under row-level security: the operators of text search and the function `lower` are not
-- leakproof, so Postgres would apply the policy first and not use their indexes. Setup creates these functions
-- (app/lib/database/setup-database.server.ts). They run as their owner, a role that may read both tables across shops. They
-- take the shop from the tenant scope's setting alone, and return only ids of products, whose rows are then read under the
-- policies.

-- The products whose words match a text search, in no order. A word begins with the six letters of its shop.
-- most: a limit; null for none.
CREATE OR REPLACE FUNCTION public.products_with_words(search tsquery, most int) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  -- Until Postgres has statistics of a shop that was just imported, it would read all of that shop's products for a search in
  -- another shop (test/catalog/plans.test.ts).
  SET enable_seqscan = off
AS $$
  SELECT supplier_product_id FROM product_search
  -- As an expression, the shop matches no index: the planner would read all products of a shop that it has no statistics of.
  WHERE terms @@ search AND shop || '' = current_setting('stockbridge.shop', true)
  LIMIT most
$$;

-- The product of each SKU that begins so, sorted by SKU.
-- beginning: folded like the index, with ASCII letters in lower case. most: a limit of SKUs; null for none.
CREATE OR REPLACE FUNCTION public.products_with_sku(beginning text, most int) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT supplier_product_id FROM supplier_variant
  WHERE shop = current_setting('stockbridge.shop', true)
    AND lower(left(sku, 100) COLLATE "C") >= beginning
    AND lower(left(sku, 100) COLLATE "C") < beginning || U&'\+10FFFF'
  -- A million SKUs may begin alike. In the order of the index, Postgres reads only those that it returns; in no order, it may
  -- collect all of them first (test/catalog/plans.test.ts).
  ORDER BY lower(left(sku, 100) COLLATE "C")
  LIMIT most
$$;
