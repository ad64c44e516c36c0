-- Finds a shop's products. Setup keeps it up to date (app/lib/database/setup-database.server.ts), for Prisma splits migrations at
-- semicolons. It runs as its owner, a role that may read these tables across shops, because no text index works under a
-- policy. So it takes the shop from the door's own setting, and returns ids only, never a row.
--
-- query: {words: [["becher"], ["tee", "teig"]], whole, start, sku} what is searched for, absent where nothing is: words
--   that must all begin words of the product, each in one of its forms, and but for the last be such words where `whole`;
--   what the names begin with that come first, and the beginning of a SKU that does as well;
--   {category, brand, min, max, inStock, show, since, changed} the filters; {sort} best, name, cost, -cost or newest;
--   {cursor, backwards} the product that the page begins beside; {take} how many ids, all and in no order if absent.
-- ids: in the list's order, or from its end if backwards. total: of all pages, 1001 where there are more than 1,000, or seem
--   to be.
-- placed: whether there is a product as the cursor names it.
CREATE OR REPLACE FUNCTION public.find_products(query jsonb, OUT ids text[], OUT total int, OUT placed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp
  -- Few rows are taken from the beginning of an index; only the text's own needs a bitmap of all that it holds.
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET jit = off
  -- A list is read with all planned anew; what is written out below has one plan that serves.
  SET plan_cache_mode = auto
AS $$
DECLARE
  -- More hits than this are not sorted, but met on the way through the list.
  few constant int := 1000;
  -- Collecting hits takes longest if most products match. If Postgres estimates this many, by words that it has
  -- statistics of, we take it that there are more than a few, and a page of them is found soon.
  surely_more constant int := 1300;
  -- Products to pass over that way before all hits are sorted after all.
  passed constant int := 4000;
  counted constant int := few + 1;
  -- Variants to read per beginning of an SKU: those of a thousand products, with some six each.
  variants constant int := 6 * counted;

  door constant text := nullif(current_setting('stockbridge.shop', true), '');
  take constant int := (query->>'take')::int;
  begins_sku constant text := query->>'sku' COLLATE "C";
  searches constant boolean := query ? 'sku';
  best constant boolean := searches AND query->>'start' <> '' AND query->>'sort' = 'best';
  backwards constant boolean := coalesce((query->>'backwards')::boolean, false);
  direction constant text :=
    CASE WHEN (query->>'sort' IN ('-cost', 'newest')) <> backwards THEN 'desc' ELSE 'asc' END;
  side constant text := CASE direction WHEN 'asc' THEN '>' ELSE '<' END;
  key constant text := CASE query->>'sort'
    WHEN 'cost' THEN 'cost_from' WHEN '-cost' THEN 'cost_from' WHEN 'newest' THEN 'first_seen' ELSE 'name_key' END;

  -- In all statements: $1 the shop, $2 the words, $3 the products with the SKU, $4 the query, $5 how many ids.
  sku_key constant text := 'lower(left(v.sku, 100) COLLATE "C")';
  -- Written out, for Postgres would look at each row that ^@ takes from the index once more: half of the time.
  begins constant text := '(%1$s >= ($4->>%2$L) AND %1$s < ($4->>%2$L) || U&''\+10FFFF'')';
  has_sku constant text := format(begins, sku_key, 'sku');
  starts constant text := format(begins, 'f.name_key', 'start');
  linked constant text :=
    'EXISTS (SELECT FROM product_link l WHERE l.shop = f.shop AND l.supplier_product_id = f.supplier_product_id';
  listed constant text := '(NOT f.gone OR ' || linked || '))';
  -- Which hits come later, or none.
  later constant text := CASE WHEN best THEN 'NOT f.name_key ^@ ($4->>''start'')' ELSE 'f.supplier_product_id IS NULL' END;
  sorted_hits constant text := $sql$
    WITH hit AS MATERIALIZED (
      (SELECT f.supplier_product_id, f.name_key, f.cost_from, f.first_seen FROM product_search f
       -- Alone, the text's index serves best, whatever the planner thinks of the shop's.
       WHERE %7$s AND (f.shop || '') = $1 AND %1$s LIMIT %2$s)%8$s)
    SELECT (SELECT count(*) FROM hit), ARRAY (
      SELECT f.supplier_product_id FROM hit f WHERE %3$s
      ORDER BY (%4$s) %6$s, %5$s %6$s, f.supplier_product_id %6$s LIMIT $5)$sql$;
  hits_of_sku constant text := $sql$
      UNION ALL
      SELECT f.supplier_product_id, f.name_key, f.cost_from, f.first_seen FROM product_search f
      WHERE f.shop = $1 AND f.supplier_product_id = ANY ($3) AND NOT f.terms @@ $2 AND %1$s$sql$;
  -- By what the list is sorted, within what begins like the search and within the rest.
  sort_key text := format('f.%I', key);
  matches text := '(f.terms @@ $2 OR f.supplier_product_id = ANY ($3))';
  grouped text;
  wanted text;
  beyond text := 'true';
  nothing constant text := '''-''';
  -- `search_word` has all words but those that begin with a digit. To ask the index for each of more takes longer than to
  -- ask for their beginning.
  few_words constant int := 20;
  each_word text[];
  unheard boolean;
  begin_so text[];
  words tsquery;
  estimate constant text := 'EXPLAIN (FORMAT JSON) SELECT FROM product_search f WHERE f.terms @@ %L';
  estimated json;
  unknown json;
  rows_of constant text[] := '{0,Plan,Plan Rows}';
  by_words text := 'f.terms @@ $2';
  by_sku text := '';
  others text;
  believed boolean := false;
  of_sku text[] := '{}';
  some_of_sku text[];
  skus int := 0;
  after_later boolean;
  after_key text;
  is_later boolean;
  part text;
  more text[];
  many boolean := false;
  seen int;
  to_sort boolean := false;
BEGIN
  ids := '{}';
  total := 0;
  placed := false;
  IF door IS NULL THEN RETURN; END IF;

  grouped := CASE WHEN query ? 'category' THEN ' AND f.category = ($4->>''category'')' ELSE '' END
    || CASE WHEN query ? 'brand' THEN ' AND f.brand = ($4->>''brand'')' ELSE '' END;
  wanted := listed
    || grouped
    || CASE WHEN query ? 'min' THEN ' AND f.cost_from >= ($4->>''min'')::numeric' ELSE '' END
    || CASE WHEN query ? 'max' THEN ' AND f.cost_from <= ($4->>''max'')::numeric' ELSE '' END
    || CASE WHEN query ? 'min' OR query ? 'max' THEN ' AND f.cost_from < ''Infinity''' ELSE '' END
    || CASE WHEN (query->>'inStock')::boolean THEN ' AND f.in_stock' ELSE '' END
    || CASE WHEN query ? 'since' THEN ' AND f.first_seen >= ($4->>''since'')::timestamptz' ELSE '' END
    || CASE WHEN query ? 'changed' THEN ' AND f.supplier_product_id IN (SELECT c.supplier_product_id FROM catalog_change c
        WHERE c.shop = $1 AND c.at >= ($4->>''changed'')::timestamptz)' ELSE '' END
    || CASE query->>'show'
      WHEN 'imported' THEN ' AND ' || linked || ' AND l.state = ''imported'')'
      WHEN 'not-imported' THEN ' AND NOT ' || linked || ' AND l.state IN (''imported'', ''importing''))'
      WHEN 'importing' THEN ' AND ' || linked || ' AND l.state = ''importing'' AND l.state <> ''imported'')'
      WHEN 'skipped' THEN
        ' AND ' || linked || ' AND l.state IN (''skipped'', ''needs-linking'') AND l.state <> ''imported'')'
      WHEN 'sold-out' THEN ' AND NOT f.in_stock AND ' || linked || ' AND l.state = ''imported'')'
      WHEN 'off-sale' THEN ' AND f.supplier_product_id IN (
        SELECT l.supplier_product_id FROM product_link l WHERE l.shop = $1 AND l.off_sale IS NOT NULL)'
      WHEN 'own-price' THEN ' AND f.supplier_product_id IN (SELECT l.supplier_product_id FROM variant_link l
        WHERE l.shop = $1 AND ''price'' = ANY (l.merchant_fields) AND l.shop_state IS NULL)'
      WHEN 'below-cost' THEN ' AND f.supplier_product_id IN (SELECT l.supplier_product_id FROM variant_link l
        WHERE l.shop = $1 AND l.below_cost AND l.shop_state IS NULL)'
      WHEN 'discontinued' THEN ' AND f.discontinued'
      WHEN 'ended' THEN ' AND (f.discontinued OR f.gone) AND ' || linked || ' AND l.state = ''imported'')'
      WHEN 'unreadable' THEN
        ' AND f.supplier_product_id IN (SELECT p.id FROM supplier_product p WHERE p.shop = $1 AND p.unreadable IS NOT NULL)'
      ELSE '' END;

  IF query ? 'cursor' THEN
    EXECUTE format(
      'SELECT true, %s, f.%I::text FROM product_search f WHERE f.shop = $1 AND f.supplier_product_id = ($4->>''cursor'')',
      later, key)
    INTO placed, after_later, after_key USING door, words, of_sku, query, take;
    placed := coalesce(placed, false);
  END IF;
  IF placed THEN
    beyond := format('(%s, f.supplier_product_id) %s (%L::%s, %L)', sort_key, side, after_key,
      CASE key WHEN 'cost_from' THEN 'numeric' WHEN 'first_seen' THEN 'timestamptz' ELSE 'text' END, query->>'cursor');
    IF best THEN
      beyond := format('((%1$s) = %2$L AND %3$s OR (%1$s) %4$s %2$L)', later, after_later, beyond, side);
    END IF;
  END IF;

  IF NOT searches THEN
    EXECUTE format('SELECT count(*) FROM (SELECT FROM product_search f WHERE f.shop = $1 AND %s LIMIT %s) f', wanted, counted)
    INTO total USING door, words, of_sku, query, take;
    EXECUTE format(
      'SELECT ARRAY (SELECT f.supplier_product_id FROM product_search f WHERE f.shop = $1 AND %s AND %s %s)', wanted, beyond,
      CASE WHEN take IS NULL THEN '' ELSE format('ORDER BY f.%1$I %2$s, f.supplier_product_id %2$s LIMIT $5', key, direction) END)
    INTO ids USING door, words, of_sku, query, take;
    RETURN;
  END IF;

  -- All words of a shop's products begin with its own six letters: no other shop's are even looked at. For the beginning of a
  -- word stand the few words that begin so: of a whole word the index passes over what the others don't have, while of a
  -- beginning it has to collect all that it has first.
  SELECT array_agg(forms ORDER BY number), coalesce(bool_or(forms IS NULL), false) INTO each_word, unheard FROM (
    SELECT number, '(' || string_agg(format('''%s%s''%s', left(md5(door), 6), replace(replace(lexeme, '\', '\\'), '''', ''''''),
      CASE WHEN is_begun AND NOT is_whole THEN ':*' ELSE '' END), ' | ') || ')'
    FROM jsonb_array_elements(query->'words') WITH ORDINALITY word (forms, number)
    CROSS JOIN LATERAL jsonb_array_elements_text(word.forms) form
    CROSS JOIN LATERAL (
      SELECT coalesce((query->>'whole')::boolean, false) AND number < jsonb_array_length(query->'words')) whole (is_whole)
    CROSS JOIN LATERAL (SELECT ARRAY (
      SELECT w.word FROM search_word w WHERE w.shop = door AND w.word >= form
        AND w.word < form || CASE WHEN is_whole THEN U&'\0001' ELSE U&'\+10FFFF' END LIMIT few_words + 1)) heard (words)
    CROSS JOIN LATERAL (SELECT form ~ '^[0-9]' OR cardinality(heard.words) > few_words) begun (is_begun)
    LEFT JOIN LATERAL unnest(CASE WHEN is_begun THEN ARRAY[form] ELSE heard.words END) lexeme ON true
    GROUP BY number) each_word (number, forms);
  -- Without any word a search finds no text, not all of it, and nor does it with one that no product has.
  words := CASE WHEN unheard THEN nothing ELSE coalesce(array_to_string(each_word, ' & '), nothing) END::tsquery;
  -- Always the same, so it is planned once.
  SELECT count(*), coalesce(array_agg(DISTINCT id), '{}') INTO skus, some_of_sku FROM (
    SELECT v.supplier_product_id AS id FROM supplier_variant v
    WHERE v.shop = door AND lower(left(v.sku, 100) COLLATE "C") >= begins_sku
      AND lower(left(v.sku, 100) COLLATE "C") < begins_sku || U&'\+10FFFF' LIMIT variants) v;
  -- There is a word that no product has, and no such SKU.
  IF skus = 0 AND words = nothing::tsquery THEN RETURN; END IF;
  IF skus < variants THEN of_sku := some_of_sku; END IF;
  IF of_sku <> '{}' THEN by_sku := format(hits_of_sku, wanted); END IF;

  IF take IS NOT NULL THEN
    IF best THEN
      -- With that many there is no need to count the others.
      EXECUTE format('SELECT ARRAY (
          SELECT f.supplier_product_id FROM product_search f WHERE f.shop = $1 AND %s AND %s
          ORDER BY f.name_key, f.supplier_product_id LIMIT %s)', starts, wanted, counted)
      INTO begin_so USING door, words, of_sku, query, take;
      many := cardinality(begin_so) = counted;
    END IF;
    -- Postgres estimates filtered products too badly.
    IF NOT many AND NOT unheard AND wanted = listed THEN
      EXECUTE format(estimate, words) INTO estimated;
      believed := (estimated #>> rows_of)::numeric > surely_more;
    END IF;
    IF believed THEN
      -- Postgres' estimate for any word that it has no statistics of.
      EXECUTE format(estimate, '''-'':*') INTO unknown;
      believed := (estimated #>> rows_of)::numeric > 1.5 * (unknown #>> rows_of)::numeric;
    END IF;
    many := many OR believed;
    IF NOT many THEN
      -- Half of all products may have a word that begins with one letter: of few that have the others, each is looked at.
      IF NOT unheard AND (query->>'whole')::boolean AND length(query->'words'->-1->>0) <= 3 THEN
        others := array_to_string(each_word[:cardinality(each_word) - 1], ' & ');
        EXECUTE format(estimate, others) INTO estimated;
        IF (estimated #>> rows_of)::numeric <= 8 * few THEN
          by_words := format('f.terms @@ %L::tsquery AND ts_match_vq(f.terms, $2)', others);
        END IF;
      END IF;
      PERFORM set_config('enable_bitmapscan', 'on', true);
      EXECUTE format(sorted_hits, wanted, few + 1, beyond, later, sort_key, direction, by_words, by_sku)
      INTO total, ids USING door, words, of_sku, query, take;
      PERFORM set_config('enable_bitmapscan', 'off', true);
      IF total BETWEEN 1 AND few OR total = 0 AND skus < variants THEN RETURN; END IF;
      IF total = 0 THEN
        -- A beginning that most SKUs have: "N", "NW-".
        -- (Each product's own few variants are looked through, never the index of all SKUs: for a shop without
        -- statistics the planner takes any index for as good as another, so the queries here and below name the order of one.)
        matches := 'EXISTS (SELECT FROM (
            SELECT v.sku FROM supplier_variant v WHERE v.shop = f.shop AND v.supplier_product_id = f.supplier_product_id
            ORDER BY v.position OFFSET 0) v
          WHERE ' || format(begins, sku_key || ' || ''''', 'sku') || ')';
        PERFORM set_config('enable_bitmapscan', 'on', true);
        EXECUTE format(
          'SELECT count(*) FROM product_search f WHERE f.shop = $1 AND f.supplier_product_id = ANY ($3) AND %s', wanted)
        INTO total USING door, words, some_of_sku, query, take;
        PERFORM set_config('enable_bitmapscan', 'off', true);
        to_sort := total < counted;
        IF best AND NOT to_sort THEN
          -- In the order of the SKUs, each product where its first one is.
          part := '';
          IF placed THEN
            EXECUTE format('SELECT min(%s) FROM supplier_variant v
                WHERE v.shop = $1 AND v.supplier_product_id = ($4->>''cursor'') AND %s', sku_key, has_sku)
            INTO after_key USING door, words, of_sku, query, take;
            part := format(' AND (%s, v.supplier_product_id) %s (%L, %L)', sku_key, side, after_key, query->>'cursor');
          END IF;
          EXECUTE format('SELECT ARRAY (SELECT v.id FROM (
                SELECT v.supplier_product_id AS id, NOT EXISTS (SELECT FROM (
                    SELECT o.id, o.sku FROM supplier_variant o WHERE o.shop = $1 AND o.supplier_product_id = v.supplier_product_id
                    ORDER BY o.position OFFSET 0) o
                  WHERE (%5$s || '''') ^@ ($4->>''sku'') AND (%5$s || '''', o.id) < (%1$s, v.id))
                  AND EXISTS (SELECT FROM product_search f WHERE f.shop = $1
                    AND f.supplier_product_id = v.supplier_product_id AND %4$s OFFSET 0) AS is_first
                FROM supplier_variant v WHERE v.shop = $1 AND %2$s%3$s
                ORDER BY %1$s %6$s, v.supplier_product_id %6$s LIMIT $5 * 20) v
              WHERE v.is_first LIMIT $5)',
            sku_key, has_sku, part, wanted, replace(sku_key, 'v.', 'o.'), direction)
          INTO ids USING door, words, of_sku, query, take;
          total := counted;
          IF cardinality(ids) = take THEN RETURN; END IF;
          EXECUTE format('SELECT count(*) FROM (
              SELECT FROM supplier_variant v WHERE v.shop = $1 AND %s%s LIMIT $5 * 20) v', has_sku, part)
          INTO seen USING door, words, of_sku, query, take;
          IF seen < take * 20 THEN RETURN; END IF;
          to_sort := true;
        END IF;
      END IF;
    END IF;

    -- Many: in the order of their names those that begin so, which an index knows. The rest may all begin with Z, so
    -- they come in the order of their ids.
    total := counted;
    ids := '{}';
    IF best THEN
      sort_key := format('CASE WHEN %s THEN '''' ELSE f.name_key END', later);
      IF placed THEN
        beyond := format('((%1$s) = %2$L AND (%3$s, f.supplier_product_id) %4$s (%5$L, %6$L) OR (%1$s) %4$s %2$L)', later,
          after_later, sort_key, side, CASE WHEN after_later THEN '' ELSE after_key END, query->>'cursor');
      END IF;
    END IF;
    FOREACH is_later IN ARRAY
      (CASE WHEN NOT best THEN '{f}' WHEN backwards THEN '{t,f}' ELSE '{f,t}' END)::boolean[]
    LOOP
      EXIT WHEN to_sort;
      CONTINUE WHEN placed AND best AND is_later <> after_later AND is_later = backwards;
      IF best AND NOT placed AND NOT is_later THEN
        ids := begin_so[:take];
        IF cardinality(ids) = take THEN RETURN; END IF;
        CONTINUE;
      END IF;
      part := CASE
        WHEN NOT best THEN beyond || grouped
        WHEN is_later THEN later || CASE WHEN placed AND after_later
          THEN format(' AND f.supplier_product_id %s %L', side, query->>'cursor') ELSE '' END
        ELSE starts || grouped || CASE WHEN placed AND NOT after_later
          THEN format(' AND (f.name_key, f.supplier_product_id) %s (%L, %L)', side, after_key, query->>'cursor') ELSE '' END
        END;
      EXECUTE format('SELECT ARRAY (SELECT f.supplier_product_id FROM (
          SELECT f.* FROM product_search f WHERE f.shop = $1 AND %1$s
          ORDER BY f.%5$I %6$s, f.supplier_product_id %6$s LIMIT %2$s) f WHERE %3$s AND %4$s LIMIT $5)',
        part, passed, matches, wanted, CASE WHEN best AND is_later THEN 'supplier_product_id' ELSE key END, direction)
      INTO more USING door, words, of_sku, query, take - cardinality(ids);
      ids := ids || more;
      IF cardinality(ids) >= take THEN RETURN; END IF;
      EXECUTE format('SELECT count(*) FROM (SELECT FROM product_search f WHERE f.shop = $1 AND %s LIMIT %s) f', part, passed)
      INTO seen USING door, words, of_sku, query, take;
      to_sort := seen = passed;
    END LOOP;
    IF NOT to_sort AND NOT believed THEN RETURN; END IF;
  END IF;

  -- The hits are rare on the way, or all are asked for.
  PERFORM set_config('enable_bitmapscan', 'on', true);
  EXECUTE format(sorted_hits, wanted, 'ALL', beyond, later, sort_key, direction, by_words, by_sku)
  INTO total, ids USING door, words, of_sku, query, take;
  IF total = 0 AND skus = variants THEN
    EXECUTE format('SELECT array_agg(DISTINCT v.supplier_product_id) FROM supplier_variant v WHERE v.shop = $1 AND %s', has_sku)
    INTO of_sku USING door, words, of_sku, query, take;
    EXECUTE format(sorted_hits, wanted, 'ALL', beyond, later, sort_key, direction, by_words, format(hits_of_sku, wanted))
    INTO total, ids USING door, words, of_sku, query, take;
  END IF;
  total := least(total, counted);
END
$$;
