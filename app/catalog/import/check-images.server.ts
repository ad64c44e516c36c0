import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import { giveVariantsImages, type ProductImage, readImages } from "../../shop/media.server.ts";
import { findSupplierProduct } from "../mirror/find-supplier-product.server.ts";
import type { ClaimedImport, FailedImage } from "./import-store.server.ts";
import { hashOf, imagesOf } from "./plan-import.ts";

export type CheckedImages =
  | { kind: "processing" }
  /** `problem`: why the variants did not get their images. */
  | { kind: "checked"; failedImages: FailedImage[]; problem: Message | null };

/** How often to look before an image that is still being processed counts as failed: some three hours. */
const LOOKS_AT_MOST = 10;

/**
 * Checks the images that an import has sent. Once none is being processed any more, variants get theirs
 * that could not be given them before.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function checkImages(shop: ShopDomain, claimed: ClaimedImport): Promise<CheckedImages> {
  const { supplierProductId, shopProductId, retryCount, imagesHash } = claimed;
  const none: CheckedImages = { kind: "checked", failedImages: [], problem: null };
  const found = await findSupplierProduct(shop, supplierProductId);
  // What is sent next is another list, and is checked then.
  if (shopProductId === null || found === null || hashOf(imagesOf(found.product)) !== imagesHash) return none;
  const ours = imagesOf(found.product);
  const images = await readImages(shop, shopProductId, { expected: ours.length });
  if (images === null) return none;
  // What the merchant adds comes after ours.
  const sent = ours.map(({ url }, index) => ({ index, url, image: images[index] }));
  if (retryCount < LOOKS_AT_MOST && sent.some(({ image }) => image?.state === "processing"))
    return { kind: "processing" };

  const ready = new Map(
    sent.flatMap(({ url, image }) => (image?.state === "ready" ? [[url, image] as const] : [])),
  );
  const wanted = wantedAddresses(claimed);
  const problem = await giveImages(shop, shopProductId, {
    imageOf: (supplierVariantId) => {
      const url = found.product.variants.find(({ id }) => id === supplierVariantId)?.imageUrl ?? null;
      return url !== null && wanted(url) ? ready.get(url) : undefined;
    },
    supplierProductId,
  });
  const failedImages = sent.flatMap(({ index, url, image }) =>
    image && image.state !== "ready" ? [{ index, url, problem: image.problem }] : [],
  );
  return { kind: "checked", failedImages, problem };
}

/** Which images the variants still need: all, those that had failed, or none. */
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
