import { gid, newId } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { MediaImage, MediaStatus, Product } from "./catalog.ts";
import type { FileInput } from "./product-input.ts";

/**
 * The images that `productSet` asks for. An id keeps an image; an `originalSource` always makes a new one, even if
 * the same address was given before: Shopify fetches it again.
 */
export function planMedia(
  shop: ShopState,
  { existing, now }: { existing: MediaImage[]; now: Date },
  files: FileInput[],
): { media: MediaImage[]; errors: UserError[] } {
  const errors: UserError[] = [];
  const media = files.flatMap((file, index): MediaImage[] => {
    const at = ["input", "files", String(index)];
    const known = existing.find(({ id }) => gid("MediaImage", id) === file.id);
    if (known) return [Object.assign(known, { alt: file.alt ?? known.alt })];
    if (file.id) {
      errors.push(userError([...at, "id"], "File does not exist.", "INVALID_INPUT"));
      return [];
    }
    if (!isWebAddress(file.originalSource)) {
      errors.push(userError([...at, "originalSource"], "Image URL is invalid", "INVALID_INPUT"));
      return [];
    }
    const { originalSource, alt } = file;
    return [{ id: newId(shop), originalSource, alt: alt ?? "", status: "UPLOADED", createdAt: now }];
  });
  return { media, errors };
}

/** The image of the product that a variant's `file` names. */
export function findFile(media: MediaImage[], file: FileInput): MediaImage | undefined {
  return media.find(({ id, originalSource }) =>
    file.id ? gid("MediaImage", id) === file.id : originalSource === file.originalSource,
  );
}

function isWebAddress(source: string | null | undefined): source is string {
  return typeof source === "string" && /^https?:\/\//.test(source) && URL.canParse(source);
}

/**
 * The status of an image that is read: UPLOADED, PROCESSING, then READY or FAILED (Admin schema, MediaStatus). That an
 * image cannot be fetched is never a user error of the mutation. No host below `.invalid` exists (RFC 2606).
 */
export function readStatus(image: MediaImage): MediaStatus {
  const { status } = image;
  if (status === "UPLOADED") image.status = "PROCESSING";
  else if (status === "PROCESSING")
    image.status = new URL(image.originalSource).hostname.endsWith(".invalid") ? "FAILED" : "READY";
  return status;
}

const MAX_PAIRS = 100;

/**
 * `productVariantAppendMedia`: all pairs or none. Fields, sentences and codes as recorded from a development store
 * (airhorns/shopify-draft-proxy, 2026-04/products/product-variant-media-validation.json). No recording has several
 * pairs of which one is wrong. We assume that Shopify names each wrong one.
 */
export function appendMedia(
  product: Product,
  pairs: { variantId: string; mediaIds: string[] }[],
): UserError[] {
  if (pairs.length > MAX_PAIRS)
    return [
      userError(
        ["variantMedia"],
        "Exceeded 100 variant-media pairs per mutation.",
        "MAXIMUM_VARIANT_MEDIA_PAIRS_EXCEEDED",
      ),
    ];
  const errors: UserError[] = [];
  const found = pairs.flatMap(({ variantId, mediaIds }, index) => {
    const refuse = (field: "variantId" | "mediaIds", message: string, code: string) => {
      errors.push(userError(["variantMedia", String(index), field], message, code));
      return [];
    };
    if (mediaIds.length > 1)
      return refuse(
        "mediaIds",
        "Only one mediaId is allowed per media input.",
        "TOO_MANY_MEDIA_PER_INPUT_PAIR",
      );
    if (mediaIds.length === 0) return refuse("mediaIds", "The mediaIds list cannot be empty.", "BLANK");
    const same = pairs.filter((pair) => pair.variantId === variantId);
    if (same.length > 1)
      return same[0] === pairs[index]
        ? refuse(
            "variantId",
            "Variant was specified in more than one media input.",
            "PRODUCT_VARIANT_SPECIFIED_MULTIPLE_TIMES",
          )
        : [];
    const variant = product.variants.find(({ id }) => gid("ProductVariant", id) === variantId);
    if (!variant)
      return refuse(
        "variantId",
        "Variant does not exist on the specified product.",
        "PRODUCT_VARIANT_DOES_NOT_EXIST_ON_PRODUCT",
      );
    const image = product.media.find(({ id }) => gid("MediaImage", id) === mediaIds[0]);
    if (!image)
      return refuse(
        "mediaIds",
        "Media does not exist on the specified product.",
        "MEDIA_DOES_NOT_EXIST_ON_PRODUCT",
      );
    if (image.status !== "READY")
      return refuse("mediaIds", "Non-ready media cannot be attached to variants.", "NON_READY_MEDIA");
    if (variant.image)
      return refuse(
        "variantId",
        "The given variant already has attached media.",
        "PRODUCT_VARIANT_ALREADY_HAS_MEDIA",
      );
    return [{ variant, image }];
  });
  if (errors.length === 0) for (const { variant, image } of found) variant.image = image;
  return errors;
}
