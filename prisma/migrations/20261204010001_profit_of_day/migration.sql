-- Earnings of a shop's orders per day (UTC) of their placing: by country, by the supplier's variant, and the number of those whose
-- profit is unknown. Computed from orders and their lines.
CREATE TABLE "profit_of_day" (
    "shop" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "currency" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "revenue" TEXT NOT NULL,
    "shipping_paid" TEXT NOT NULL,
    "refunded" TEXT NOT NULL,
    "items_cost" TEXT NOT NULL,
    "shipping_cost" TEXT NOT NULL,
    "profit" TEXT NOT NULL,
    "title" TEXT,
    "sku" TEXT,

    CONSTRAINT "profit_of_day_pkey" PRIMARY KEY ("shop", "kind", "day", "currency", "key"),
    CONSTRAINT "profit_of_day_kind" CHECK ("kind" IN ('country', 'variant', 'unknown'))
);
ALTER TABLE "profit_of_day" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "profit_of_day" USING (stockbridge_may_see("shop"));

-- Days whose orders have changed since they were summed up. Append-only, so that orders of one day never wait for each other.
CREATE TABLE "profit_change" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "shop" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "profit_change_pkey" PRIMARY KEY ("shop", "id")
);
ALTER TABLE "profit_change" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "profit_change" USING (stockbridge_may_see("shop"));

-- Triggers, because a change of an order that leaves its day unmarked would leave its sums wrong for good, whoever makes the change.
CREATE FUNCTION stockbridge_mark_profit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.placed_at IS NOT NULL AND OLD.placed_at IS DISTINCT FROM NEW.placed_at THEN
    INSERT INTO profit_change (shop, day) VALUES (OLD.shop, (OLD.placed_at AT TIME ZONE 'UTC')::date);
  END IF;
  IF NEW.placed_at IS NOT NULL THEN
    INSERT INTO profit_change (shop, day) VALUES (NEW.shop, (NEW.placed_at AT TIME ZONE 'UTC')::date);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION stockbridge_mark_removed_profit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profit_change (shop, day)
    SELECT DISTINCT shop, (placed_at AT TIME ZONE 'UTC')::date FROM removed WHERE placed_at IS NOT NULL;
  RETURN NULL;
END $$;

-- Per statement: orders are placed in batches, and their lines are inserted before they have a day.
CREATE FUNCTION stockbridge_mark_profit_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A scalar subquery keeps to the primary key, even if statistics still show an empty table.
  WITH days AS MATERIALIZED (
    SELECT shop, (SELECT (placed_at AT TIME ZONE 'UTC')::date FROM supplier_order
      WHERE supplier_order.shop = line.shop AND id = order_id) AS day
    FROM (SELECT DISTINCT shop, order_id FROM changed) AS line)
  INSERT INTO profit_change (shop, day) SELECT DISTINCT shop, day FROM days WHERE day IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION stockbridge_mark_profit_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profit_change (shop, day)
    SELECT shop, (placed_at AT TIME ZONE 'UTC')::date FROM supplier_order
    WHERE shop = NEW.shop AND id = NEW.order_id AND placed_at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER "supplier_order_profit_inserted" AFTER INSERT ON "supplier_order" FOR EACH ROW
  WHEN (NEW.placed_at IS NOT NULL) EXECUTE FUNCTION stockbridge_mark_profit();
CREATE TRIGGER "supplier_order_profit_updated" AFTER UPDATE ON "supplier_order" FOR EACH ROW
  WHEN ((OLD.placed_at IS NOT NULL OR NEW.placed_at IS NOT NULL)
    AND (OLD.placed_at, OLD.state, OLD.country, OLD.revenue_currency, OLD.revenue, OLD.shipping_paid, OLD.refunded, OLD.items_cost,
      OLD.shipping_cost, OLD.profit)
    IS DISTINCT FROM (NEW.placed_at, NEW.state, NEW.country, NEW.revenue_currency, NEW.revenue, NEW.shipping_paid, NEW.refunded,
      NEW.items_cost, NEW.shipping_cost, NEW.profit))
  EXECUTE FUNCTION stockbridge_mark_profit();
CREATE TRIGGER "supplier_order_profit_removed" AFTER DELETE ON "supplier_order" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION stockbridge_mark_removed_profit();
CREATE TRIGGER "supplier_order_line_profit_inserted" AFTER INSERT ON "supplier_order_line" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stockbridge_mark_profit_of_lines();
CREATE TRIGGER "supplier_order_line_profit_removed" AFTER DELETE ON "supplier_order_line" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stockbridge_mark_profit_of_lines();
CREATE TRIGGER "supplier_order_line_profit_updated" AFTER UPDATE ON "supplier_order_line" FOR EACH ROW
  WHEN ((OLD.supplier_variant_id, OLD.title, OLD.sku, OLD.quantity, OLD.canceled, OLD.earlier_sent, OLD.revenue, OLD.cost)
    IS DISTINCT FROM (NEW.supplier_variant_id, NEW.title, NEW.sku, NEW.quantity, NEW.canceled, NEW.earlier_sent, NEW.revenue, NEW.cost))
  EXECUTE FUNCTION stockbridge_mark_profit_of_line();
