import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Product } from "./catalog.ts";
import type { ProductFields } from "./product-input.ts";

/** `INVALID_PRODUCT` and `HANDLE_NOT_UNIQUE` are productSet's codes; `productUpdate` has none. */
export function fieldErrors(shop: ShopState, known: Product | undefined, input: ProductFields): UserError[] {
  const errors: UserError[] = [];
  const refuse = (field: string[], message: string, code = "INVALID_PRODUCT") =>
    errors.push(userError(["input", ...field], message, code));
  if (known ? input.title?.trim() === "" : !input.title?.trim()) refuse(["title"], "Title can't be blank");
  // The messages as recorded in airhorns/shopify-draft-proxy, product-set-input-length-validation.
  if (tooLong(input.title)) refuse(["title"], "is too long (maximum is 255 characters)");
  if (tooLong(input.handle)) refuse([], "Handle is too long (maximum is 255 characters)");
  if (tooLong(input.vendor)) refuse([], "Vendor is too long (maximum is 255 characters)");
  if (tooLong(input.productType)) refuse([], "Product type is too long (maximum is 255 characters)");
  // Recorded for productUpdate (product-update-tag-normalization); productSet's field is our assumption.
  if (splitTags(input.tags ?? []).some(tooLong)) refuse(["tags"], "Product tags is invalid");
  const holder = input.handle ? findByHandle(shop, handleOf(input.handle)) : undefined;
  if (holder && holder !== known)
    refuse(
      ["handle"],
      `Handle '${input.handle ?? ""}' already in use. Please provide a new handle.`,
      "HANDLE_NOT_UNIQUE",
    );
  return errors;
}

export function applyFields(product: Product, input: ProductFields): void {
  product.title = input.title ?? product.title;
  if (input.handle) product.handle = handleOf(input.handle);
  product.descriptionHtml = input.descriptionHtml ?? product.descriptionHtml;
  product.vendor = input.vendor ?? product.vendor;
  product.productType = input.productType ?? product.productType;
  product.status = input.status ?? product.status;
  product.seo = {
    title: input.seo?.title ?? product.seo.title,
    description: input.seo?.description ?? product.seo.description,
  };
  if (input.tags) product.tags = normalizeTags(input.tags);
}

/**
 * Returns the tags as Shopify keeps them: sorted, each once whatever its case, in the spelling that came first, and split at
 * commas (airhorns/shopify-draft-proxy, product-update-tag-normalization and tags-normalization-parity).
 */
export function normalizeTags(tags: string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of splitTags(tags)) if (!kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag);
  return [...kept].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, tag]) => tag);
}

function splitTags(tags: string[]): string[] {
  return tags
    .flatMap((tag) => tag.split(","))
    .map((tag) => tag.trim())
    .filter(Boolean);
}

export function findByHandle(shop: ShopState, handle: string): Product | undefined {
  return [...shop.catalog.products.values()].find((product) => product.handle === handle);
}

/** "Black Sunglasses" → "black-sunglasses" */
export function handleOf(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}_]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** The handle, or the next free one: "black-sunglasses-1". */
export function freeHandle(shop: ShopState, handle: string): string {
  const taken = new Set([...shop.catalog.products.values()].map((product) => product.handle));
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? handle : `${handle}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function tooLong(text: string | null | undefined): boolean {
  return Array.from(text ?? "").length > 255;
}
