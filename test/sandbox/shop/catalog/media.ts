import { gid, newId } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { MediaImage } from "./catalog.ts";
import type { FileInput } from "./product-input.ts";

/**
 * The images that `productSet` asks for. An id keeps an image; an `originalSource` always makes a new one, also
 * where the same address was given before: Shopify fetches it again.
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
    if (known) return [{ ...known, alt: file.alt ?? known.alt }];
    if (file.id) {
      errors.push(userError([...at, "id"], "File does not exist.", "INVALID_INPUT"));
      return [];
    }
    if (!isWebAddress(file.originalSource)) {
      errors.push(userError([...at, "originalSource"], "Image URL is invalid", "INVALID_INPUT"));
      return [];
    }
    return [{ id: newId(shop), originalSource: file.originalSource, alt: file.alt ?? "", createdAt: now }];
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
