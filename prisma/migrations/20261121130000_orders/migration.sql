-- CreateTable
CREATE TABLE "supplier_order" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "fulfillment_order_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "order_name" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "said" TEXT,
    "next_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "wholesale_order_id" TEXT,
    "placed_at" TIMESTAMPTZ(3),
    "news_at" TIMESTAMPTZ(3),
    "cost_total" TEXT,
    "cost_currency" TEXT,
    "branding_version" INTEGER,
    "acceptance" TEXT,

    CONSTRAINT "supplier_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_order_line" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "supplier_order_id" UUID NOT NULL,
    "line_item_id" TEXT NOT NULL,
    "fulfillment_order_line_id" TEXT NOT NULL,
    "variant_id" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "supplier_order_line_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_order_line" (
    "shop" TEXT NOT NULL,
    "line_item_id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "ordered" INTEGER NOT NULL,

    CONSTRAINT "shop_order_line_pkey" PRIMARY KEY ("shop","line_item_id")
);

-- CreateTable
CREATE TABLE "order_attempt" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "supplier_order_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "key_generation" INTEGER NOT NULL,
    "lines" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "deadline" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_attempt_outcome" (
    "id" UUID NOT NULL,
    "shop" TEXT NOT NULL,
    "attempt_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "wholesale_order_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_attempt_outcome_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ordering_settings" (
    "shop" TEXT NOT NULL,
    "reference_prefix" TEXT NOT NULL,
    "auto_request" BOOLEAN NOT NULL DEFAULT false,
    "paused_at" TIMESTAMPTZ(3),

    CONSTRAINT "ordering_settings_pkey" PRIMARY KEY ("shop")
);

-- CreateIndex
CREATE INDEX "supplier_order_shop_requested_at_idx" ON "supplier_order"("shop", "requested_at");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_order_shop_fulfillment_order_id_key" ON "supplier_order"("shop", "fulfillment_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_order_shop_wholesale_order_id_key" ON "supplier_order"("shop", "wholesale_order_id");

-- CreateIndex
CREATE INDEX "supplier_order_line_shop_line_item_id_idx" ON "supplier_order_line"("shop", "line_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_order_line_supplier_order_id_line_item_id_key" ON "supplier_order_line"("supplier_order_id", "line_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_attempt_reference_turn_key" ON "order_attempt"("reference", "turn");

-- CreateIndex
CREATE UNIQUE INDEX "order_attempt_supplier_order_id_generation_turn_key" ON "order_attempt"("supplier_order_id", "generation", "turn");

-- CreateIndex
CREATE INDEX "order_attempt_outcome_attempt_id_idx" ON "order_attempt_outcome"("attempt_id");

-- CreateIndex
CREATE UNIQUE INDEX "ordering_settings_reference_prefix_key" ON "ordering_settings"("reference_prefix");

-- AddForeignKey
ALTER TABLE "supplier_order_line" ADD CONSTRAINT "supplier_order_line_supplier_order_id_fkey" FOREIGN KEY ("supplier_order_id") REFERENCES "supplier_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_attempt" ADD CONSTRAINT "order_attempt_supplier_order_id_fkey" FOREIGN KEY ("supplier_order_id") REFERENCES "supplier_order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_attempt_outcome" ADD CONSTRAINT "order_attempt_outcome_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "order_attempt"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- The sweep asks for what is due.
CREATE INDEX "supplier_order_due" ON "supplier_order"("next_at") WHERE "next_at" IS NOT NULL;

-- What needs the merchant, for the page's filter.
CREATE INDEX "supplier_order_needs_you" ON "supplier_order"("shop", "requested_at") WHERE "state" IN ('held', 'in_doubt', 'rejected');

-- Words that the code knows, and no others.
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_state" CHECK (
  "state" IN ('held', 'ready', 'placing', 'in_doubt', 'placed', 'partially_shipped', 'shipped', 'delivered', 'cancelled', 'rejected')
);
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_acceptance" CHECK ("acceptance" IN ('due', 'accepted', 'gone'));
ALTER TABLE "order_attempt_outcome" ADD CONSTRAINT "order_attempt_outcome_kind" CHECK ("kind" ~ '^[a-z]+(-[a-z]+)*$');

-- Whatever needs a person says why, and whatever the platform has is known by the platform's number.
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_says_why" CHECK (
  "state" NOT IN ('held', 'in_doubt', 'rejected') OR ("reason" IS NOT NULL AND "said" IS NOT NULL)
);
ALTER TABLE "supplier_order" ADD CONSTRAINT "supplier_order_known" CHECK (
  "state" NOT IN ('placed', 'partially_shipped', 'shipped', 'delivered') OR "wholesale_order_id" IS NOT NULL
);
ALTER TABLE "supplier_order_line" ADD CONSTRAINT "supplier_order_line_quantity" CHECK ("quantity" > 0);

-- One shop's rows only, as everywhere (see the first migration).
ALTER TABLE "supplier_order" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "supplier_order_line" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "shop_order_line" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "order_attempt" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "order_attempt_outcome" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE "ordering_settings" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY "one_shop" ON "supplier_order" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "supplier_order_line" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "shop_order_line" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "order_attempt" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "order_attempt_outcome" USING (stockbridge_may_see("shop"));
CREATE POLICY "one_shop" ON "ordering_settings" USING (stockbridge_may_see("shop"));
