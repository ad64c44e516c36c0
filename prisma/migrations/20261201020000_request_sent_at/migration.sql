-- The shop's own time of the request that an order was opened for, so that the same request is recognized without comparing clocks.
ALTER TABLE "supplier_order" ADD COLUMN     "request_sent_at" TIMESTAMPTZ(3);
