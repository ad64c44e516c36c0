-- breaks: processes before 20261206000200_search_functions
-- Two functions that return ids take the place of `find_products`, which built its statements from text
-- (prisma/find-products.sql). Setup creates them, and grants their role the few columns that they read.
DO $$
BEGIN
  IF to_regprocedure('find_products(jsonb)') IS NOT NULL THEN
    SET LOCAL ROLE stockbridge_find;
    DROP FUNCTION find_products(jsonb);
    RESET ROLE;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'stockbridge_find') THEN
    REVOKE ALL ON "product_search", "supplier_product", "supplier_variant", "search_word", "product_link", "variant_link",
      "catalog_change" FROM stockbridge_find;
  END IF;
END
$$;
DROP POLICY IF EXISTS "search" ON "supplier_product";
DROP POLICY IF EXISTS "search" ON "search_word";
DROP POLICY IF EXISTS "search" ON "product_link";
DROP POLICY IF EXISTS "search" ON "variant_link";
DROP POLICY IF EXISTS "search" ON "catalog_change";
