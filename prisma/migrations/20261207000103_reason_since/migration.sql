-- Home lists first what began to need attention last.
ALTER TABLE "supplier_order" ADD COLUMN "reason_since" TIMESTAMPTZ(3);

-- Triggers, because many places change the reason of an order.
CREATE FUNCTION stockbridge_date_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reason_since := now();
  RETURN NEW;
END $$;

CREATE TRIGGER "supplier_order_reason_inserted" BEFORE INSERT ON "supplier_order" FOR EACH ROW
  WHEN (NEW.reason IS NOT NULL AND NEW.reason_since IS NULL) EXECUTE FUNCTION stockbridge_date_reason();
CREATE TRIGGER "supplier_order_reason_changed" BEFORE UPDATE ON "supplier_order" FOR EACH ROW
  WHEN ((OLD.reason, OLD.acknowledged_reason) IS DISTINCT FROM (NEW.reason, NEW.acknowledged_reason))
  EXECUTE FUNCTION stockbridge_date_reason();

ALTER TABLE "supplier_order" NO FORCE ROW LEVEL SECURITY;
UPDATE "supplier_order" SET "reason_since" = "requested_at" WHERE "reason" IS NOT NULL;
ALTER TABLE "supplier_order" FORCE ROW LEVEL SECURITY;
