-- An order has not ended while the supplier has a second one for the same request: that one takes its place, to be canceled as
-- well, since the shop was told that nothing comes.
ALTER TABLE "supplier_order" NO FORCE ROW LEVEL SECURITY;
UPDATE "supplier_order" SET
  "state" = 'placed', "version" = "version" + 1, "supplier_order_id" = "second_supplier_order_id",
  "second_supplier_order_id" = NULL, "reason" = NULL, "reason_params" = NULL, "acknowledged_reason" = NULL,
  "acceptance" = CASE WHEN "acceptance" IS NULL OR "acceptance" = 'closing' THEN 'due' ELSE "acceptance" END,
  "cancel_requested_at" = coalesce("cancel_requested_at", now()), "due_at" = now(), "leased_until" = NULL, "retry_count" = 0,
  "update_due_at" = now(), "update_leased_until" = NULL, "update_hash" = NULL, "shop_version" = NULL
WHERE "state" IN ('canceled', 'rejected') AND "second_supplier_order_id" IS NOT NULL;
ALTER TABLE "supplier_order" FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_ended_has_no_second"
  CHECK ("state" NOT IN ('canceled', 'rejected') OR "second_supplier_order_id" IS NULL);
