ALTER TABLE "ordering_settings" ADD COLUMN "sends_customer_note" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "supplier_order" ADD COLUMN "note_omitted_at" TIMESTAMPTZ(3);
