-- Shopify fetches images after it has answered: an import looks later what became of them.
ALTER TABLE "product_link" ADD COLUMN     "failed_images" JSONB,
ADD COLUMN     "images_state" TEXT;
