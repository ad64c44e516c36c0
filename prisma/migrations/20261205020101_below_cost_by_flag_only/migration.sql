DROP INDEX CONCURRENTLY IF EXISTS "variant_link_below_cost";
