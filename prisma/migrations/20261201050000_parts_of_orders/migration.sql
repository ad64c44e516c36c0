-- The lines of an order that can be ordered are sent without the others: the wish, the request that is rejected for it, and when it
-- was last carried out or refused.
ALTER TABLE "supplier_order" ADD COLUMN     "part_of" TEXT,
ADD COLUMN     "part_tried_at" TIMESTAMPTZ(3),
ADD COLUMN     "part_wanted_at" TIMESTAMPTZ(3);
ALTER TABLE "ordering_settings" ADD COLUMN     "sends_parts" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "unrequested_order" ADD COLUMN     "in_part" BOOLEAN NOT NULL DEFAULT false;
