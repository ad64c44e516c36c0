-- How the merchant has taken a product off sale in Stockbridge: "draft", "zero" (no stock), or null.
ALTER TABLE "product_link" ADD COLUMN "off_sale" TEXT;
