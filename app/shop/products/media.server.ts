import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import type { ShopProductId, ShopVariantId } from "../ids.ts";
import { messageOfUserErrors } from "../failures.ts";
import { groupByCost } from "./product-values.server.ts";

/** An image of a product. Shopify fetches the image after the reply; `problem` says why that failed. */
export type ProductImage = { id: string; state: "processing" | "ready" | "failed"; problem: string };

/** Maximum pairs per mutation (Admin schema, MediaUserErrorCode). */
const MAX_PAIRS = 100;

/** Points per product: one for the product, two for its list of images, and two per image with its errors. */
const costOf = (first: number) => (first > 1 ? 3 + 2 * first : 3);
/** Maximum images per product. */
const MAX_IMAGES = 250;

/**
 * Reads the first `expected` images of each product, in their order, in few requests. The result lacks
 * products that the shop does not have.
 */
export async function readImages(
  shop: ShopDomain,
  products: { id: ShopProductId; expected: number }[],
): Promise<Map<ShopProductId, ProductImage[]>> {
  const found = new Map<ShopProductId, ProductImage[]>();
  for (const { ids, first } of groupByCost(products, costOf)) {
    const { nodes } = await queryShop(
      shop,
      (request) =>
        request(
          `#graphql
        query productImages($ids: [ID!]!, $first: Int!, $several: Boolean!) {
          nodes(ids: $ids) {
            ... on Product {
              id
              media(first: $first) @include(if: $several) { nodes { id status mediaErrors { message } } }
              featuredMedia @skip(if: $several) { id status mediaErrors { message } }
            }
          }
        }
      `,
          { variables: { ids, first, several: first > 1 } },
        ),
      { pace: "bulk" },
    );
    for (const product of nodes)
      if (product && "id" in product)
        found.set(product.id as ShopProductId, imagesIn(product.media?.nodes ?? [product.featuredMedia]));
  }
  return found;
}

type MediaNode = { id: string; status: string; mediaErrors: { message: string }[] } | null | undefined;

function imagesIn(nodes: MediaNode[]): ProductImage[] {
  return nodes.flatMap((image) =>
    image
      ? {
          id: image.id,
          state: image.status === "READY" ? "ready" : image.status === "FAILED" ? "failed" : "processing",
          problem: image.mediaErrors[0]?.message ?? "",
        }
      : [],
  );
}

/**
 * Assigns images to variants; the images must be ready. A variant that has an image keeps it. One rejected pair makes
 * the whole call fail. Therefore rejected pairs are dropped, and the other pairs are sent again.
 * @returns why some variants have no image; null if all have one.
 */
export async function giveVariantsImages(
  shop: ShopDomain,
  id: ShopProductId,
  pairs: Pair[],
): Promise<Message | null> {
  const rejected: UserError[] = [];
  for (let start = 0; start < pairs.length; start += MAX_PAIRS) {
    let left = pairs.slice(start, start + MAX_PAIRS);
    while (left.length > 0) {
      const userErrors = await appendImages(shop, id, left);
      if (userErrors.length === 0) break;
      rejected.push(...userErrors.filter(({ code }) => code !== "PRODUCT_VARIANT_ALREADY_HAS_MEDIA"));
      const named = new Set(userErrors.map(positionIn));
      const others = left.filter((_, position) => !named.has(position));
      if (others.length === left.length) return messageOfUserErrors(userErrors);
      left = others;
    }
  }
  return messageOfUserErrors(rejected);
}

type Pair = { variantId: ShopVariantId; imageId: string };
type UserError = { field?: string[] | null; code?: string | null; message: string };

/**
 * Returns the position of an error's pair, from a field such as `variantMedia.17.variantId`. NaN if the error is about
 * the whole call.
 */
function positionIn({ field }: UserError): number {
  const [list, index] = field ?? [];
  return list === "variantMedia" ? Number(index) : NaN;
}

/** @returns userErrors. If there are any, no variant got its image. */
async function appendImages(shop: ShopDomain, id: ShopProductId, pairs: Pair[]): Promise<UserError[]> {
  const variantMedia = pairs.map(({ variantId, imageId }) => ({ variantId, mediaIds: [imageId] }));
  const { productVariantAppendMedia } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation giveVariantsImages($id: ID!, $variantMedia: [ProductVariantAppendMediaInput!]!) {
        productVariantAppendMedia(productId: $id, variantMedia: $variantMedia) {
          userErrors { field code message }
        }
      }
    `,
      { variables: { id, variantMedia } },
    ),
  );
  return productVariantAppendMedia?.userErrors ?? [];
}

/**
 * Makes Shopify fetch failed images of a product again. `again`: their positions and addresses. All other images stay
 * unchanged.
 */
export async function sendImagesAgain(
  shop: ShopDomain,
  id: ShopProductId,
  again: { index: number; url: string }[],
): Promise<Message | null> {
  const images = (await readImages(shop, [{ id, expected: MAX_IMAGES }])).get(id) ?? [];
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
