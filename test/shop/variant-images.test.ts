import { expect, it } from "vitest";

import type { ShopProductId, ShopVariantId } from "../../app/shop/ids.ts";
import { giveVariantsImages } from "../../app/shop/products/media.server.ts";
import type { MediaImage } from "../sandbox/shop/catalog/catalog.ts";
import { gid } from "../sandbox/shop/ids.ts";
import { installedShop, simulated } from "../support/installed-shop.ts";
import { shopify } from "../support/world.ts";

it("gives variants their images, even if another variant of the call already has an image", async () => {
  const { shop, id, variants, image } = await productWithImage();
  const [first, second, third] = variants;
  second!.image = { ...image, id: 1 };
  const pairs = variants.map((variant) => ({
    variantId: gid("ProductVariant", variant.id) as ShopVariantId,
    imageId: gid("MediaImage", image.id),
  }));
  expect(await giveVariantsImages(shop, id, pairs)).toBeNull();
  expect([first, second, third].map((variant) => variant?.image?.id)).toEqual([image.id, 1, image.id]);
});

it("reports the variants whose images Shopify rejects, and gives the other variants their images", async () => {
  const { shop, id, variants, image } = await productWithImage();
  const [first, second] = variants;
  const problem = await giveVariantsImages(shop, id, [
    { variantId: gid("ProductVariant", "404") as ShopVariantId, imageId: gid("MediaImage", image.id) },
    { variantId: gid("ProductVariant", first!.id) as ShopVariantId, imageId: gid("MediaImage", image.id) },
    { variantId: gid("ProductVariant", second!.id) as ShopVariantId, imageId: gid("MediaImage", "404") },
  ]);
  expect(problem).toEqual({
    code: "failure.shop.user-errors",
    problem: "Variant does not exist on the specified product; Media does not exist on the specified product",
  });
  expect([first, second].map((variant) => variant?.image?.id)).toEqual([image.id, undefined]);
});

/** A product with three variants and an image that none of them has. */
async function productWithImage() {
  const shop = await installedShop();
  shopify.merchant.createProduct(
    { title: "Mug", variants: ["S", "M", "L"].map((sku) => ({ sku, available: 5 })) },
    shop,
  );
  const [product] = simulated(shop).catalog.products.values();
  if (!product) throw new Error("The shop has no product.");
  const image: MediaImage = {
    id: 900,
    originalSource: "https://images.example/1.png",
    alt: "",
    status: "READY",
    createdAt: new Date(),
  };
  product.media.push(image);
  return { shop, id: gid("Product", product.id) as ShopProductId, variants: product.variants, image };
}
