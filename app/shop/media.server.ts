import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop, queryShop } from "./call.server.ts";
import type { ShopProductId, ShopVariantId } from "./ids.ts";
import { messageOfUserErrors } from "./user-errors.ts";

/** An image of a product. Shopify fetches it after it has answered; `problem` says why it could not. */
export type ProductImage = { id: string; state: "processing" | "ready" | "failed"; problem: string };

/** The most images that a product has, and the most pairs that one mutation takes (Admin schema, MediaUserErrorCode). */
const MAX_PAIRS = 100;

/**
 * A product's images in their order, as many as it has, or only the first where one is `expected`, which costs half; null
 * when the shop does not have the product.
 */
export async function readImages(
  shop: ShopDomain,
  id: ShopProductId,
  { expected }: { expected: number },
): Promise<ProductImage[] | null> {
  const { product } = await queryShop(
    shop,
    (request) =>
      request(
        `#graphql
      query productImages($id: ID!, $several: Boolean!) {
        product(id: $id) {
          media(first: 250) @include(if: $several) { nodes { id status mediaErrors { message } } }
          featuredMedia @skip(if: $several) { id status mediaErrors { message } }
        }
      }
    `,
        { variables: { id, several: expected !== 1 } },
      ),
    { pace: "bulk" },
  );
  if (!product) return null;
  const images = product.media?.nodes ?? (product.featuredMedia ? [product.featuredMedia] : []);
  return images.map((image) => ({
    id: image.id,
    state: image.status === "READY" ? "ready" : image.status === "FAILED" ? "failed" : "processing",
    problem: image.mediaErrors[0]?.message ?? "",
  }));
}

/** Gives variants their images, which must be ready. Where they have one already, nothing changes. */
export async function giveVariantsImages(
  shop: ShopDomain,
  id: ShopProductId,
  pairs: { variantId: ShopVariantId; imageId: string }[],
): Promise<Message | null> {
  for (let start = 0; start < pairs.length; start += MAX_PAIRS) {
    const variantMedia = pairs
      .slice(start, start + MAX_PAIRS)
      .map(({ variantId, imageId }) => ({ variantId, mediaIds: [imageId] }));
    const { productVariantAppendMedia } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation giveVariantsImages($id: ID!, $variantMedia: [ProductVariantAppendMediaInput!]!) {
          productVariantAppendMedia(productId: $id, variantMedia: $variantMedia) { userErrors { code message } }
        }
      `,
        { variables: { id, variantMedia } },
      ),
    );
    const userErrors = productVariantAppendMedia?.userErrors ?? [];
    // An earlier try that gave no answer has done it.
    const problem = messageOfUserErrors(
      userErrors.filter(({ code }) => code !== "PRODUCT_VARIANT_ALREADY_HAS_MEDIA"),
    );
    if (problem !== null) return problem;
  }
  return null;
}

/** Has Shopify fetch images of a product again, each by its place and address; the others stay as they are. */
export async function sendImagesAgain(
  shop: ShopDomain,
  id: ShopProductId,
  again: { index: number; url: string }[],
): Promise<Message | null> {
  const images = (await readImages(shop, id, { expected: Infinity })) ?? [];
  const files = images.map((image, index) => {
    const failed = image.state === "failed" && again.find((each) => each.index === index);
    return failed ? { originalSource: failed.url, contentType: "IMAGE" as const } : { id: image.id };
  });
  const { productSet } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation sendImagesAgain($id: ID!, $files: [FileSetInput!]!) {
        productSet(identifier: { id: $id }, input: { files: $files }, synchronous: true) {
          userErrors { message }
        }
      }
    `,
      { variables: { id, files } },
    ),
  );
  return messageOfUserErrors(productSet?.userErrors ?? []);
}
