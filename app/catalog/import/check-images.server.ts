import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { Message } from "../../messages/message.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import { giveVariantsImages, type ProductImage, readImages } from "../../shop/products/media.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import { endImagesCheck, postponeImport, failImport, tryImport } from "./end-import.server.ts";
import type { ClaimedImport } from "./import-claims.server.ts";
import { imageAddress, imagesOf } from "./plan-import.ts";

/**
 * Maximum number of checks, over two to three hours. If Shopify is still processing an image then, the image
 * counts as failed.
 */
const LOOKS_AT_MOST = 10;

/**
 * Checks the images of many imported products in few requests. Once Shopify has processed all images of a
 * product, assigns them to the variants that do not have theirs yet.
 */
export async function checkImages(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const sent = new Map<ClaimedImport, SentImages>();
  for (const each of claimed)
    await tryImport(shop, each, async () => {
      const images = await findSent(shop, each);
      if (images === null) await endImagesCheck(shop, each, NOTHING);
      else sent.set(each, images);
    });
  let found: Map<ShopProductId, ProductImage[]>;
  try {
    found = await readImages(
      shop,
      [...sent.values()].map(({ shopProductId: id, addresses }) => ({ id, expected: addresses.length })),
    );
  } catch (error) {
    for (const each of sent.keys()) await failImport(shop, each, error);
    return;
  }
  for (const [each, images] of sent)
    await tryImport(shop, each, () =>
      endCheck(shop, each, { images, found: found.get(images.shopProductId) }),
    );
}

const NOTHING = { failedImages: [], problem: null };

/**
 * The images that an import sent to a product. `imageOf` returns the URL of the image that belongs to a
 * variant.
 */
type SentImages = {
  shopProductId: ShopProductId;
  addresses: string[];
  imageOf: (supplierVariantId: string) => string | null;
};

/**
 * Returns the images that the import sent; null if the supplier has changed them since. The next import sends
 * and checks the new images.
 */
async function findSent(
  shop: ShopDomain,
  { supplierProductId, shopProductId, imagesHash }: ClaimedImport,
): Promise<SentImages | null> {
  const found = await inShop(shop, (tx) => findSupplierProduct(tx, shop, supplierProductId));
  if (shopProductId === null || found === null) return null;
  const images = imagesOf(found.product);
  if (hashOf(images) !== imagesHash) return null;
  const imageOf = (supplierVariantId: string) =>
    imageAddress(found.product.variants.find(({ id }) => id === supplierVariantId)?.imageUrl ?? null);
  return { shopProductId, addresses: images.map(({ url }) => url), imageOf };
}

/** @param found the product's images in the shop; undefined if the shop does not have the product. */
async function endCheck(
  shop: ShopDomain,
  claimed: ClaimedImport,
  { images, found }: { images: SentImages; found: ProductImage[] | undefined },
): Promise<void> {
  const { supplierProductId, retryCount } = claimed;
  if (found === undefined) {
    await endImagesCheck(shop, claimed, NOTHING);
    return;
  }
  // The merchant's own images come after ours.
  const sent = images.addresses.map((url, index) => ({ index, url, image: found[index] }));
  if (retryCount < LOOKS_AT_MOST && sent.some(({ image }) => image?.state === "processing")) {
    await postponeImport(shop, claimed, {
      seconds: backOffSeconds(retryCount),
      problem: null,
      also: null,
    });
    return;
  }
  const ready = new Map(
    sent.flatMap(({ url, image }) => (image?.state === "ready" ? [[url, image] as const] : [])),
  );
  const wanted = wantedAddresses(claimed);
  const problem = await giveImages(shop, images.shopProductId, {
    imageOf: (supplierVariantId) => {
      const url = images.imageOf(supplierVariantId);
      return url !== null && wanted(url) ? ready.get(url) : undefined;
    },
    supplierProductId,
  });
  const failedImages = sent.flatMap(({ index, url, image }) =>
    image && image.state !== "ready" ? [{ index, url, problem: image.problem }] : [],
  );
  await endImagesCheck(shop, claimed, { failedImages, problem });
}

/**
 * Returns a function that returns true if variants need the image with this URL: all images, only those that
 * failed before, or none.
 */
function wantedAddresses({ imagesState, failedImages }: ClaimedImport): (url: string) => boolean {
  if (imagesState === "variants") return () => true;
  if (imagesState !== "again") return () => false;
  const urls = new Set(failedImages?.map(({ url }) => url));
  return (url) => urls.has(url);
}

async function giveImages(
  shop: ShopDomain,
  id: ShopProductId,
  given: { supplierProductId: string; imageOf: (supplierVariantId: string) => ProductImage | undefined },
): Promise<Message | null> {
  const { supplierProductId, imageOf } = given;
  const links = await inShop(shop, (tx) => tx.variantLink.findMany({ where: { shop, supplierProductId } }));
  const pairs = links.flatMap(({ supplierVariantId, shopVariantId }) => {
    const image = imageOf(supplierVariantId);
    return image ? [{ variantId: shopVariantId as ShopVariantId, imageId: image.id }] : [];
  });
  return giveVariantsImages(shop, id, pairs);
}
