-- What the merchant stocks at other locations stays theirs: how much that is, and what they said about it.
ALTER TABLE "product_link" ADD COLUMN     "own_stock" TEXT,
ADD COLUMN     "stocked_elsewhere" INTEGER NOT NULL DEFAULT 0;
