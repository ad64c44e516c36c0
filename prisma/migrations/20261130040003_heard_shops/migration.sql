-- A shop that sent a webhook lately is polled more often.
CREATE INDEX "inbox_entry_shop_received_at_idx" ON "inbox_entry"("shop", "received_at");
