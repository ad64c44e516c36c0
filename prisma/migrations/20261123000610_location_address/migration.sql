-- The warehouse's address, as it was sent to the location of our service.
ALTER TABLE "fulfillment_service" ADD COLUMN     "address" JSONB,
ADD COLUMN     "address_problem" JSONB;
