-- FORCE binds the owner as well: without a shop or a purpose it would see no row to change.
SELECT set_config('stockbridge.system', 'migration', true);

-- An update's age decides over corrections of a known shipment only.
ALTER TABLE "supplier_order" DROP COLUMN "supplier_updated_at";

-- What the merchant has agreed to pay for a piece of a line, though the cost was held.
ALTER TABLE "supplier_order" ADD COLUMN     "approved_costs" JSONB NOT NULL DEFAULT '{}';

-- One reason has become three, each with its amounts. Which one it is, the next look says: it is due at once.
UPDATE "supplier_order" SET "next_at" = now() WHERE "reason" = 'price-rose' AND "next_at" > now();
UPDATE "supplier_order" SET "reason" = 'cost-rose' WHERE "reason" = 'price-rose';

SELECT set_config('stockbridge.system', '', true);
