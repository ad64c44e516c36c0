ALTER TABLE "fulfillment_service" ADD COLUMN "gone_at" TIMESTAMPTZ(3), ADD COLUMN "former_location_id" TEXT;

ALTER TABLE "fulfillment_service" DROP CONSTRAINT "fulfillment_service_state",
  ADD CONSTRAINT "fulfillment_service_state" CHECK ("state" IN ('due', 'ready', 'failed', 'gone'));
