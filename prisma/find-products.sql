-- Finds a shop's products. Setup keeps it up to date (app/lib/setup-database.server.ts), for Prisma splits migrations at
-- semicolons. It runs as its owner, a role that may read these tables across shops, because no text index works under a
-- policy. So it takes the shop from the door's own setting, and returns ids only, never a row.
--
-- query: {words: [["becher"], ["tee", "teig"]], start, sku} what is searched for, absent where nothing is: words
--   that must all begin words of the product, each in one of its forms, what the names begin with that come first, and
--   the beginning of a SKU that does as well;
--   {category, brand, min, max, inStock, show, since} the filters; {sort} best, name, cost, -cost or newest;
--   {cursor, backwards} the product that the page begins beside; {take} how many ids, all and in no order if absent.
-- ids: in the list's order, or from its end if backwards. total: of all pages, 1001 where there are more than 1,000.
-- placed: whether there is a product as the cursor names it.
CREATE OR REPLACE FUNCTION public.find_products(query jsonb, OUT ids text[], OUT total int, OUT placed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off
  SET jit = off
AS $$
DECLARE
  -- More hits than this are not sorted, but met on the way through the list.
  few constant int := 2000;
  -- So many products are passed on that way, before all hits are sorted after all.
  passed constant int := 4000;
  counted constant int := 1001;

  door constant text := nullif(current_setting('stockbridge.shop', true), '');
  take constant int := (query->>'take')::int;
  searches constant boolean := query ? 'sku';
  best constant boolean := searches AND query ? 'start' AND query->>'sort' = 'best';
  backwards constant boolean := coalesce((query->>'backwards')::boolean, false);
  direction constant text :=
    CASE WHEN (query->>'sort' IN ('-cost', 'newest')) <> backwards THEN 'desc' ELSE 'asc' END;
  side constant text := CASE direction WHEN 'asc' THEN '>' ELSE '<' END;
  key constant text := CASE query->>'sort'
    WHEN 'cost' THEN 'cost_from' WHEN '-cost' THEN 'cost_from' WHEN 'newest' THEN 'first_seen' ELSE 'name_key' END;

  -- In all statements: $1 the shop, $2 the words, $3 the products with the SKU, $4 the query, $5 how many ids.
  has_sku constant text := 'lower(left(v.sku, 100) COLLATE "C") ^@ ($4->>''sku'')';
  linked constant text :=
    'EXISTS (SELECT FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id';
  -- Which hits come later, or none.
  later constant text := CASE WHEN best THEN 'NOT f.name_key ^@ ($4->>''start'')' ELSE 'f.supplier_product_id IS NULL' END;
  shop_of_hit constant text :=
    -- Alone, the text's index serves best, whatever the planner thinks of the others.
    CASE WHEN query ? 'category' OR query ? 'brand' THEN 'f.shop = $1' ELSE '(f.shop || '''') = $1' END;
  sorted_hits constant text := $sql$
    WITH hit AS MATERIALIZED (
      (SELECT f.supplier_product_id, f.name_key, f.cost_from, f.first_seen FROM supplier_find f
       WHERE f.terms @@ $2 AND %1$s AND %2$s LIMIT %3$s)
      UNION ALL
      SELECT f.supplier_product_id, f.name_key, f.cost_from, f.first_seen FROM supplier_find f
      WHERE f.shop = $1 AND f.supplier_product_id = ANY ($3) AND NOT f.terms @@ $2 AND %2$s)
    SELECT (SELECT count(*) FROM hit), ARRAY (
      SELECT f.supplier_product_id FROM hit f WHERE %4$s
      ORDER BY (%5$s) %7$s, f.%6$I %7$s, f.supplier_product_id %7$s LIMIT $5)$sql$;
  matches text := '(f.terms @@ $2 OR f.supplier_product_id = ANY ($3))';
  wanted text;
  -- What lies behind the cursor: within its own part of the list, and in both.
  beyond text := 'true';
  beyond_in_all text := 'true';
  words tsquery;
  of_sku text[] := '{}';
  skus int := 0;
  after_later boolean;
  after_key text;
  is_later boolean;
  part text;
  more text[];
  seen int;
  to_sort boolean := false;
BEGIN
  ids := '{}';
  total := 0;
  placed := false;
  IF door IS NULL THEN RETURN; END IF;

  wanted := '(NOT f.gone OR ' || linked || '))'
    || CASE WHEN query ? 'category' THEN ' AND f.category = ($4->>''category'')' ELSE '' END
    || CASE WHEN query ? 'brand' THEN ' AND f.brand = ($4->>''brand'')' ELSE '' END
    || CASE WHEN query ? 'min' THEN ' AND f.cost_from >= ($4->>''min'')::numeric' ELSE '' END
    || CASE WHEN query ? 'max' THEN ' AND f.cost_from <= ($4->>''max'')::numeric' ELSE '' END
    || CASE WHEN query ? 'min' OR query ? 'max' THEN ' AND f.cost_from < ''Infinity''' ELSE '' END
    || CASE WHEN (query->>'inStock')::boolean THEN ' AND f.in_stock' ELSE '' END
    || CASE WHEN query ? 'since' THEN ' AND f.first_seen >= ($4->>''since'')::timestamptz' ELSE '' END
    || CASE query->>'show'
      WHEN 'imported' THEN ' AND ' || linked || ' AND l.state = ''imported'')'
      WHEN 'not-imported' THEN ' AND NOT ' || linked || ' AND l.state IN (''imported'', ''importing''))'
      WHEN 'importing' THEN ' AND ' || linked || ' AND l.state = ''importing'' AND l.state <> ''imported'')'
      WHEN 'problems' THEN
        ' AND ' || linked || ' AND l.state IN (''skipped'', ''needs-linking'') AND l.state <> ''imported'')'
      WHEN 'discontinued' THEN ' AND f.discontinued'
      ELSE '' END;

  IF query ? 'cursor' THEN
    EXECUTE format(
      'SELECT true, %s, f.%I::text FROM supplier_find f WHERE f.shop = $1 AND f.supplier_product_id = ($4->>''cursor'')',
      later, key)
    INTO placed, after_later, after_key USING door, words, of_sku, query, take;
    placed := coalesce(placed, false);
  END IF;
  IF placed THEN
    beyond := format('(f.%I, f.supplier_product_id) %s (%L::%s, %L)', key, side, after_key,
      CASE key WHEN 'cost_from' THEN 'numeric' WHEN 'first_seen' THEN 'timestamptz' ELSE 'text' END, query->>'cursor');
    beyond_in_all := CASE WHEN best
      THEN format('((%1$s) = %2$L AND %3$s OR (%1$s) %4$s %2$L)', later, after_later, beyond, side) ELSE beyond END;
  END IF;

  IF NOT searches THEN
    EXECUTE format('SELECT count(*) FROM (SELECT FROM supplier_find f WHERE f.shop = $1 AND %s LIMIT %s) f', wanted, counted)
    INTO total USING door, words, of_sku, query, take;
    EXECUTE format(
      'SELECT ARRAY (SELECT f.supplier_product_id FROM supplier_find f WHERE f.shop = $1 AND %s AND %s %s)', wanted, beyond,
      CASE WHEN take IS NULL THEN '' ELSE format('ORDER BY f.%1$I %2$s, f.supplier_product_id %2$s LIMIT $5', key, direction) END)
    INTO ids USING door, words, of_sku, query, take;
    RETURN;
  END IF;

  -- All words of a shop's products begin with its own six letters: no other shop's are even looked at.
  SELECT string_agg(forms, ' & ')::tsquery INTO words FROM (
    SELECT '(' || string_agg(
      format('''%s%s'':*', left(md5(door), 6), replace(replace(form, '\', '\\'), '''', '''''')), ' | ') || ')'
    FROM jsonb_array_elements(query->'words') WITH ORDINALITY word (forms, number), jsonb_array_elements_text(word.forms) form
    GROUP BY number) each_word (forms);
  -- Without any word a search finds no text, not all of it.
  words := coalesce(words, '''-''');
  EXECUTE format(
    'SELECT count(*), coalesce(array_agg(DISTINCT id), ''{}'') FROM (
       SELECT v.supplier_product_id AS id FROM supplier_variant v WHERE v.shop = $1 AND %s LIMIT %s) v', has_sku, few + 1)
  INTO skus, of_sku USING door, words, of_sku, query, take;
  IF skus > few THEN of_sku := '{}'; END IF;

  IF take IS NOT NULL THEN
    EXECUTE format(sorted_hits, shop_of_hit, wanted, few + 1, beyond_in_all, later, key, direction)
    INTO total, ids USING door, words, of_sku, query, take;
    IF total BETWEEN 1 AND few OR total = 0 AND skus <= few THEN
      total := least(total, counted);
      RETURN;
    END IF;
    IF total > 0 THEN
      total := counted;
    ELSE
      -- A beginning that most SKUs have: "N", "NW-".
      matches := format('EXISTS (SELECT FROM supplier_variant v WHERE v.shop = f.shop
        AND v.supplier_product_id = f.supplier_product_id AND %s OFFSET 0)', has_sku);
      EXECUTE format('SELECT count(*) FROM (SELECT FROM (
          SELECT f.* FROM supplier_find f WHERE f.shop = $1 ORDER BY f.name_key LIMIT %s) f WHERE %s AND %s LIMIT %s) f',
        passed, matches, wanted, counted)
      INTO total USING door, words, of_sku, query, take;
      to_sort := total < counted;
    END IF;

    ids := '{}';
    FOREACH is_later IN ARRAY
      (CASE WHEN NOT best THEN '{f}' WHEN backwards THEN '{t,f}' ELSE '{f,t}' END)::boolean[]
    LOOP
      EXIT WHEN to_sort;
      CONTINUE WHEN placed AND best AND is_later <> after_later AND is_later = backwards;
      part := CASE WHEN NOT best THEN 'true' WHEN is_later THEN later ELSE 'f.name_key ^@ ($4->>''start'')' END
        || CASE WHEN NOT best OR is_later IS NOT DISTINCT FROM after_later THEN ' AND ' || beyond ELSE '' END;
      EXECUTE format('SELECT ARRAY (SELECT f.supplier_product_id FROM (
          SELECT f.* FROM supplier_find f WHERE f.shop = $1 AND %1$s
          ORDER BY f.%5$I %6$s, f.supplier_product_id %6$s LIMIT %2$s) f WHERE %3$s AND %4$s LIMIT $5)',
        part, passed, matches, wanted, key, direction)
      INTO more USING door, words, of_sku, query, take - cardinality(ids);
      ids := ids || more;
      IF cardinality(ids) >= take THEN RETURN; END IF;
      EXECUTE format('SELECT count(*) FROM (SELECT FROM supplier_find f WHERE f.shop = $1 AND %s LIMIT %s) f', part, passed)
      INTO seen USING door, words, of_sku, query, take;
      to_sort := seen = passed;
    END LOOP;
    IF NOT to_sort THEN RETURN; END IF;
  END IF;

  -- The hits are rare on the way, or all are asked for.
  EXECUTE format(sorted_hits, shop_of_hit, wanted, 'ALL', beyond_in_all, later, key, direction)
  INTO total, ids USING door, words, of_sku, query, take;
  IF total = 0 AND skus > few THEN
    EXECUTE format('SELECT array_agg(DISTINCT v.supplier_product_id) FROM supplier_variant v WHERE v.shop = $1 AND %s', has_sku)
    INTO of_sku USING door, words, of_sku, query, take;
    EXECUTE format(sorted_hits, shop_of_hit, wanted, 'ALL', beyond_in_all, later, key, direction)
    INTO total, ids USING door, words, of_sku, query, take;
  END IF;
  total := least(total, counted);
END
$$;
