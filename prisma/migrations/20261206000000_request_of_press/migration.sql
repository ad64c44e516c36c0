-- An accepted loss holds for the request that its press made, and for no other. Losses that wait for their order now are asked about
-- again: nothing says which request they were accepted with.
ALTER TABLE "unrequested_order" ADD COLUMN "request_sent_at" TIMESTAMPTZ(3);
