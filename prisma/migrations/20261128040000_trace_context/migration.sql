-- One correlation id from the webhook to the package: where the work waits in a row, its trace waits with it.
ALTER TABLE "inbox_entry" ADD COLUMN     "traceparent" TEXT;
ALTER TABLE "supplier_order" ADD COLUMN     "traceparent" TEXT;
