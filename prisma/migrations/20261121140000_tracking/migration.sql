-- AlterTable
ALTER TABLE "supplier_order" ADD COLUMN     "news_due_at" TIMESTAMPTZ(3),
ADD COLUMN     "news_tries" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "ordering_settings" DROP COLUMN "auto_request",
ADD COLUMN     "auto_request_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "shipment" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "supplier_order_id" UUID NOT NULL,
    "wholesale_shipment_id" TEXT NOT NULL,
    "carrier" TEXT,
    "tracking_number" TEXT,
    "tracking_url" TEXT,
    "shipped_at" TIMESTAMPTZ(3),
    "lines" JSONB NOT NULL,
    "news_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL,
    "said" TEXT,
    "fulfillment_id" TEXT,
    "asked" JSONB,
    "next_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "shipment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shipment_supplier_order_id_wholesale_shipment_id_key" ON "shipment"("supplier_order_id", "wholesale_shipment_id");

-- AddForeignKey
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_supplier_order_id_fkey" FOREIGN KEY ("supplier_order_id") REFERENCES "supplier_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The sweeps ask for what is due.
CREATE INDEX "supplier_order_news_due" ON "supplier_order"("news_due_at") WHERE "news_due_at" IS NOT NULL;
CREATE INDEX "shipment_due" ON "shipment"("next_at") WHERE "next_at" IS NOT NULL;

-- Orders that an earlier version has placed: their news is due. FORCE binds the owner too, unless it is a superuser.
ALTER TABLE "supplier_order" NO FORCE ROW LEVEL SECURITY;
UPDATE "supplier_order" SET "news_due_at" = now()
WHERE "state" IN ('placed', 'partially_shipped', 'shipped');
ALTER TABLE "supplier_order" FORCE ROW LEVEL SECURITY;

ALTER TABLE "shipment" ADD CONSTRAINT "shipment_state" CHECK ("state" IN ('due', 'told', 'refused'));
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_says_why" CHECK ("state" <> 'refused' OR "said" IS NOT NULL);
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_lease" CHECK ("leased_until" IS NULL OR "leased_until" = "next_at");

-- An order that the platform will not send (all) is taken back from the shop.
ALTER TABLE "supplier_order" DROP CONSTRAINT "supplier_order_acceptance";
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_acceptance"
  CHECK ("acceptance" IN ('due', 'accepted', 'gone', 'withdrawing', 'withdrawn'));

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "shipment" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "shipment" USING (stockbridge_may_see("shop"));
