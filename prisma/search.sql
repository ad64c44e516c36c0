-- Functions that search a shop's products. Setup creates them (app/lib/setup-database.server.ts), because Prisma splits
-- migrations at semicolons. Row-level security rules out text indexes, so they run as their owner, a role that may read
-- these tables across shops. Each takes the shop from the tenant setting only, and returns ids only.
--
-- One function per order of results; app/catalog/search/find-products.server.ts chooses which to call. Parameters:
--   query: {category, brand, min, max, inStock, since, discontinued, states} filter, each optional; `states` are the states
--     of a link, "unlinked" among them. {sku} the start of a SKU, if products match by it. {start} limits
--     `search_by_name` to names that start so, and `search_by_id` to the others. {source} says which index finds the
--     products for `search_hits`: words, sku, links, discontinued, category, brand or all.
--   words: what the text of a product has to match; null if a product need not match by its text.
--   cursor_id, backwards, take: the product that the page comes after (before, if backwards), and the page's size; null for
--     the first page, and for all ids. A backwards page starts with its last id.
DROP FUNCTION IF EXISTS public.find_products(jsonb);

-- Returns true if a product passes the filter. The planner inlines it: each parameter that is a subquery occurs once.
CREATE OR REPLACE FUNCTION public.search_wants(filter jsonb, category text, brand text, cost numeric, in_stock boolean,
    first_seen timestamptz, discontinued boolean, gone boolean, link_state text) RETURNS boolean
  LANGUAGE sql STABLE AS $$
  SELECT (filter->>'category' IS NULL OR category = filter->>'category')
    AND (filter->>'brand' IS NULL OR brand = filter->>'brand')
    -- A product without variants has no cost.
    AND (filter->>'min' IS NULL OR (cost >= (filter->>'min')::numeric AND cost < 'Infinity'))
    AND (filter->>'max' IS NULL OR (cost <= (filter->>'max')::numeric AND cost < 'Infinity'))
    AND (filter->>'inStock' IS NULL OR in_stock)
    AND (filter->>'since' IS NULL OR first_seen >= (filter->>'since')::timestamptz)
    AND (filter->>'discontinued' IS NULL OR discontinued)
    -- Products that the supplier dropped stay listed only if the shop has them.
    AND CASE WHEN gone OR filter ? 'states' THEN
      coalesce(filter->'states', '["importing", "imported", "skipped", "needs-linking"]')
        ? coalesce(link_state, CASE WHEN gone THEN 'gone' ELSE 'unlinked' END) ELSE true END
$$;

-- By name.
CREATE OR REPLACE FUNCTION public.search_by_name(query jsonb, words tsquery, cursor_id text, backwards boolean,
    take int) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT ARRAY (SELECT f.supplier_product_id FROM (
    (SELECT f.* FROM supplier_find f WHERE NOT backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND (f.name_key, f.supplier_product_id) > (
        coalesce((SELECT c.name_key FROM supplier_find c
          WHERE c.shop = current_setting('stockbridge.shop', true) AND c.supplier_product_id = cursor_id),
          query->>'start', ''), coalesce(cursor_id, ''))
      AND f.name_key < coalesce(query->>'start', '') || U&'\+10FFFF'
      ORDER BY f.name_key, f.supplier_product_id)
    UNION ALL
    (SELECT f.* FROM supplier_find f WHERE backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND (f.name_key, f.supplier_product_id) < (
        coalesce((SELECT c.name_key FROM supplier_find c
          WHERE c.shop = current_setting('stockbridge.shop', true) AND c.supplier_product_id = cursor_id),
          coalesce(query->>'start', '') || U&'\+10FFFF'), coalesce(cursor_id, ''))
      AND f.name_key >= coalesce(query->>'start', '')
      ORDER BY f.name_key DESC, f.supplier_product_id DESC)) f
  WHERE (words IS NULL AND query->>'sku' IS NULL OR f.terms @@ words
    OR query->>'sku' IS NOT NULL AND EXISTS (
      SELECT FROM supplier_variant v WHERE v.shop = f.shop AND v.supplier_product_id = f.supplier_product_id
        AND starts_with(lower(left(v.sku, 100) COLLATE "C"), query->>'sku') OFFSET 0))
    AND search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
  LIMIT take)
$$;

-- By cost, the lowest first. NaN sorts after infinity, the cost of a product without variants.
CREATE OR REPLACE FUNCTION public.search_by_cost(query jsonb, words tsquery, cursor_id text, backwards boolean,
    take int) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT ARRAY (SELECT f.supplier_product_id FROM (
    (SELECT f.* FROM supplier_find f WHERE NOT backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND (f.cost_from, f.supplier_product_id) > (
        coalesce((SELECT c.cost_from FROM supplier_find c
          WHERE c.shop = current_setting('stockbridge.shop', true) AND c.supplier_product_id = cursor_id),
          '-Infinity'), coalesce(cursor_id, ''))
      ORDER BY f.cost_from, f.supplier_product_id)
    UNION ALL
    (SELECT f.* FROM supplier_find f WHERE backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND (f.cost_from, f.supplier_product_id) < (
        coalesce((SELECT c.cost_from FROM supplier_find c
          WHERE c.shop = current_setting('stockbridge.shop', true) AND c.supplier_product_id = cursor_id),
          'NaN'), coalesce(cursor_id, ''))
      ORDER BY f.cost_from DESC, f.supplier_product_id DESC)) f
  WHERE (words IS NULL AND query->>'sku' IS NULL OR f.terms @@ words
    OR query->>'sku' IS NOT NULL AND EXISTS (
      SELECT FROM supplier_variant v WHERE v.shop = f.shop AND v.supplier_product_id = f.supplier_product_id
        AND starts_with(lower(left(v.sku, 100) COLLATE "C"), query->>'sku') OFFSET 0))
    AND search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
  LIMIT take)
$$;

-- By the time when the supplier first listed the product, the oldest first.
CREATE OR REPLACE FUNCTION public.search_by_first_seen(query jsonb, words tsquery, cursor_id text, backwards boolean,
    take int) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT ARRAY (SELECT f.supplier_product_id FROM (
    (SELECT f.* FROM supplier_find f WHERE NOT backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND (f.first_seen, f.supplier_product_id) > (
        coalesce((SELECT c.first_seen FROM supplier_find c
          WHERE c.shop = current_setting('stockbridge.shop', true) AND c.supplier_product_id = cursor_id),
          '-infinity'), coalesce(cursor_id, ''))
      ORDER BY f.first_seen, f.supplier_product_id)
    UNION ALL
    (SELECT f.* FROM supplier_find f WHERE backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND (f.first_seen, f.supplier_product_id) < (
        coalesce((SELECT c.first_seen FROM supplier_find c
          WHERE c.shop = current_setting('stockbridge.shop', true) AND c.supplier_product_id = cursor_id),
          'infinity'), coalesce(cursor_id, ''))
      ORDER BY f.first_seen DESC, f.supplier_product_id DESC)) f
  WHERE (words IS NULL AND query->>'sku' IS NULL OR f.terms @@ words
    OR query->>'sku' IS NOT NULL AND EXISTS (
      SELECT FROM supplier_variant v WHERE v.shop = f.shop AND v.supplier_product_id = f.supplier_product_id
        AND starts_with(lower(left(v.sku, 100) COLLATE "C"), query->>'sku') OFFSET 0))
    AND search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
  LIMIT take)
$$;

-- By id. A backwards page needs a cursor.
CREATE OR REPLACE FUNCTION public.search_by_id(query jsonb, words tsquery, cursor_id text, backwards boolean,
    take int) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT ARRAY (SELECT f.supplier_product_id FROM (
    (SELECT f.* FROM supplier_find f WHERE NOT backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND f.supplier_product_id > coalesce(cursor_id, '')
      ORDER BY f.supplier_product_id)
    UNION ALL
    (SELECT f.* FROM supplier_find f WHERE backwards AND f.shop = current_setting('stockbridge.shop', true)
      AND f.supplier_product_id < cursor_id
      ORDER BY f.supplier_product_id DESC)) f
  WHERE (query->>'start' IS NULL OR NOT starts_with(f.name_key, query->>'start'))
    AND (words IS NULL AND query->>'sku' IS NULL OR f.terms @@ words
    OR query->>'sku' IS NOT NULL AND EXISTS (
      SELECT FROM supplier_variant v WHERE v.shop = f.shop AND v.supplier_product_id = f.supplier_product_id
        AND starts_with(lower(left(v.sku, 100) COLLATE "C"), query->>'sku') OFFSET 0))
    AND search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
  LIMIT take)
$$;

-- By SKU: each product where its first SKU is that starts like the search. `words` is not used.
CREATE OR REPLACE FUNCTION public.search_by_sku(query jsonb, words tsquery, cursor_id text, backwards boolean,
    take int) RETURNS text[]
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT ARRAY (SELECT v.supplier_product_id FROM (
    (SELECT DISTINCT lower(left(v.sku, 100) COLLATE "C") AS sku, v.supplier_product_id, v.shop
      FROM supplier_variant v WHERE NOT backwards AND v.shop = current_setting('stockbridge.shop', true)
      AND lower(left(v.sku, 100) COLLATE "C") >= query->>'sku'
      AND lower(left(v.sku, 100) COLLATE "C") < (query->>'sku') || U&'\+10FFFF'
      AND (lower(left(v.sku, 100) COLLATE "C"), v.supplier_product_id) > (
        coalesce((SELECT min(lower(left(o.sku, 100) COLLATE "C")) FROM supplier_variant o
          WHERE o.shop = current_setting('stockbridge.shop', true) AND o.supplier_product_id = cursor_id
            AND starts_with(lower(left(o.sku, 100) COLLATE "C"), query->>'sku')),
          query->>'sku'), coalesce(cursor_id, ''))
      ORDER BY sku, v.supplier_product_id)
    UNION ALL
    (SELECT DISTINCT lower(left(v.sku, 100) COLLATE "C") AS sku, v.supplier_product_id, v.shop
      FROM supplier_variant v WHERE backwards AND v.shop = current_setting('stockbridge.shop', true)
      AND lower(left(v.sku, 100) COLLATE "C") >= query->>'sku'
      AND lower(left(v.sku, 100) COLLATE "C") < (query->>'sku') || U&'\+10FFFF'
      AND (lower(left(v.sku, 100) COLLATE "C"), v.supplier_product_id) < (
        coalesce((SELECT min(lower(left(o.sku, 100) COLLATE "C")) FROM supplier_variant o
          WHERE o.shop = current_setting('stockbridge.shop', true) AND o.supplier_product_id = cursor_id
            AND starts_with(lower(left(o.sku, 100) COLLATE "C"), query->>'sku')),
          (query->>'sku') || U&'\+10FFFF'), coalesce(cursor_id, ''))
      ORDER BY sku DESC, v.supplier_product_id DESC)) v
  WHERE v.sku = (SELECT min(lower(left(o.sku, 100) COLLATE "C")) FROM supplier_variant o
      WHERE o.shop = v.shop AND o.supplier_product_id = v.supplier_product_id
        AND starts_with(lower(left(o.sku, 100) COLLATE "C"), query->>'sku'))
    AND EXISTS (SELECT FROM supplier_find f WHERE f.shop = v.shop AND f.supplier_product_id = v.supplier_product_id
      AND search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
      OFFSET 0)
  LIMIT take)
$$;

-- Counts the matches among the first products by id, up to a limit.
CREATE OR REPLACE FUNCTION public.count_among_first(query jsonb, words tsquery, products int, at_most int) RETURNS int
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT count(*)::int FROM (SELECT FROM (
    SELECT f.* FROM supplier_find f WHERE f.shop = current_setting('stockbridge.shop', true)
    ORDER BY f.supplier_product_id LIMIT products) f
  WHERE (words IS NULL AND query->>'sku' IS NULL OR f.terms @@ words
    OR query->>'sku' IS NOT NULL AND EXISTS (
      SELECT FROM supplier_variant v WHERE v.shop = f.shop AND v.supplier_product_id = f.supplier_product_id
        AND starts_with(lower(left(v.sku, 100) COLLATE "C"), query->>'sku') OFFSET 0))
    AND search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
  LIMIT at_most) f
$$;

-- Counts the variants whose SKU starts so, up to a limit.
CREATE OR REPLACE FUNCTION public.count_skus(sku text, at_most int) RETURNS int
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
  SET jit = off AS $$
  SELECT count(*)::int FROM (SELECT FROM supplier_variant v WHERE v.shop = current_setting('stockbridge.shop', true)
    AND lower(left(v.sku, 100) COLLATE "C") >= count_skus.sku
    AND lower(left(v.sku, 100) COLLATE "C") < count_skus.sku || U&'\+10FFFF' LIMIT at_most) v
$$;

-- Fewer than `at_most` products that an index finds by `source`, sorted: best, name, cost, -cost or newest. `total` counts
-- up to `at_most`, of which no ids are returned.
-- {variants} limits how many variants a SKU's start finds; null for all.
CREATE OR REPLACE FUNCTION public.search_hits(query jsonb, words tsquery, indexed tsquery, sort text, cursor_id text, backwards boolean,
    at_most int, take int, OUT ids text[], OUT total int)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off AS $$
  WITH hit AS MATERIALIZED (
    SELECT f.supplier_product_id, f.name_key, f.cost_from, f.first_seen FROM (
      -- All words of a shop start with six letters of its own. The text index alone serves best, so the condition on the
      -- shop fits no other index.
      SELECT f.* FROM supplier_find f WHERE query->>'source' = 'words' AND f.terms @@ indexed
        -- The function in place of its operator, so that the index is not asked for the rest of the words.
        AND ts_match_vq(f.terms, words) AND (f.shop || '') = current_setting('stockbridge.shop', true)
      UNION ALL
      SELECT f.* FROM supplier_find f WHERE query->>'sku' IS NOT NULL AND f.shop = current_setting('stockbridge.shop', true)
        AND f.supplier_product_id IN (SELECT v.supplier_product_id FROM supplier_variant v
          WHERE v.shop = current_setting('stockbridge.shop', true) AND lower(left(v.sku, 100) COLLATE "C") >= query->>'sku'
            AND lower(left(v.sku, 100) COLLATE "C") < (query->>'sku') || U&'\+10FFFF'
          -- In the order of an index, for a limit: it need not collect them all.
          ORDER BY lower(left(v.sku, 100) COLLATE "C"), v.supplier_product_id LIMIT (query->>'variants')::int)
        AND (f.terms @@ words) IS NOT TRUE
      UNION ALL
      SELECT f.* FROM product_link l
        JOIN supplier_find f ON f.shop = l.shop AND f.supplier_product_id = l.supplier_product_id
        WHERE query->>'source' = 'links' AND l.shop = current_setting('stockbridge.shop', true)
          AND query->'states' ? l.state
      UNION ALL
      SELECT f.* FROM supplier_find f WHERE query->>'source' = 'discontinued'
        AND f.shop = current_setting('stockbridge.shop', true) AND f.discontinued
      UNION ALL
      SELECT f.* FROM supplier_find f WHERE query->>'source' = 'category'
        AND f.shop = current_setting('stockbridge.shop', true) AND f.category = query->>'category'
      UNION ALL
      SELECT f.* FROM supplier_find f WHERE query->>'source' = 'brand'
        AND f.shop = current_setting('stockbridge.shop', true) AND f.brand = query->>'brand'
      UNION ALL
      SELECT f.* FROM supplier_find f WHERE query->>'source' = 'all' AND f.shop = current_setting('stockbridge.shop', true)
    ) f
    WHERE search_wants(query, f.category, f.brand, f.cost_from, f.in_stock, f.first_seen, f.discontinued, f.gone,
    (SELECT l.state FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id))
    LIMIT at_most),
  -- The cursor's product may be no hit any more. More hits than `at_most` are not sorted.
  listed AS (
    SELECT * FROM hit WHERE at_most IS NULL OR (SELECT count(*) FROM hit) < at_most
    UNION
    SELECT f.supplier_product_id, f.name_key, f.cost_from, f.first_seen FROM supplier_find f
    WHERE f.shop = current_setting('stockbridge.shop', true) AND f.supplier_product_id = cursor_id),
  numbered AS (
    SELECT supplier_product_id AS id, row_number() OVER (ORDER BY
      CASE WHEN sort = 'best' THEN NOT starts_with(name_key, query->>'start') END,
      CASE WHEN sort IN ('best', 'name') THEN name_key END,
      CASE sort WHEN 'cost' THEN cost_from WHEN '-cost' THEN -cost_from END,
      CASE WHEN sort = 'newest' THEN first_seen END DESC,
      CASE WHEN sort NOT IN ('-cost', 'newest') THEN supplier_product_id END,
      supplier_product_id DESC) AS number
    FROM listed),
  start AS (SELECT coalesce((SELECT number FROM numbered WHERE id = cursor_id), 0) AS number)
  SELECT ARRAY (
      SELECT id FROM numbered n, start WHERE id IS DISTINCT FROM cursor_id AND (n.number < start.number) = backwards
      ORDER BY CASE WHEN backwards THEN -n.number ELSE n.number END LIMIT take),
    (SELECT count(*)::int FROM hit)
$$;
