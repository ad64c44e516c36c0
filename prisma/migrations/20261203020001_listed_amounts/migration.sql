-- The amounts that the list of orders is sorted by, as numbers that an index compares under row-level security. Writes each row
-- once, and locks the table meanwhile. Null where the list shows no amount, or an expected one, which changes with the supplier's prices.
ALTER TABLE "supplier_order"
  ADD COLUMN "listed_paid" DOUBLE PRECISION GENERATED ALWAYS AS (
    CASE WHEN "state" NOT IN ('canceled', 'rejected') AND "held_lines" IS NULL
      THEN ("revenue"::numeric + "shipping_paid"::numeric - coalesce("refunded"::numeric, 0))::double precision END) STORED,
  ADD COLUMN "listed_profit" DOUBLE PRECISION GENERATED ALWAYS AS (
    CASE WHEN "state" NOT IN ('canceled', 'rejected') AND "held_lines" IS NULL
      THEN "profit"::numeric::double precision END) STORED;
