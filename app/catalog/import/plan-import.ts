import { webAddress } from "../../lib/http/web-address.ts";
import type { Message } from "../../messages/message.ts";
import type { ProductContent, VariantContent } from "../../shop/products/product-content.ts";
import type { MirroredProduct, MirroredVariant } from "../mirror/find-supplier-product.server.ts";
import { priceFor, type Pricing } from "../pricing/pricing.ts";
import { decodeEntities, safeDescription } from "./safe-description.ts";
import type { OptionalField } from "./import-options.ts";

/** Shopify's limits (shopify.dev: Product model). */
export const MAX_VARIANTS = 2048;
const MAX_OPTIONS = 3;
const MAX_IMAGES = 250;
const MAX_STOCK = 1_000_000_000;
const MAX_NAME = 255;

/** The values to write to the shop, or the reason why the product is not imported. */
export type ImportPlan = { kind: "content"; content: ProductContent } | { kind: "skip"; reason: Message };

type Link = { supplierVariantId: string; shopState: string | null };

/**
 * Returns the chosen and deleted variants for `planImport`. If the merchant has deleted all chosen variants,
 * chooses the other variants that the shop has, so that these stay imported.
 */
export function choiceFor(
  links: readonly Link[],
  { chosen, recreated = [] }: { chosen: string[]; recreated?: string[] },
): { chosen: string[]; deleted: string[] } {
  const idsOf = (of: readonly Link[]) => of.map(({ supplierVariantId }) => supplierVariantId);
  const isDeleted = ({ supplierVariantId, shopState }: Link) =>
    shopState === "deleted" && !recreated.includes(supplierVariantId);
  const deleted = idsOf(links.filter(isDeleted));
  const others = idsOf(links.filter((link) => !isDeleted(link)));
  const isNoneLeft = chosen.length > 0 && chosen.every((id) => deleted.includes(id));
  return { chosen: isNoneLeft && others.length > 0 ? others : chosen, deleted };
}

/**
 * Plans the import of a product. `chosen`: the variants that the merchant chose; empty means all. `deleted`: variants
 * that the merchant deleted in the shop; they stay deleted.
 */
export function planImport(
  listed: MirroredProduct,
  pricing: Pricing,
  {
    version = pricing.version,
    chosen = [],
    deleted = [],
  }: { version?: number; chosen?: string[]; deleted?: string[] } = {},
): ImportPlan {
  const wanted = listed.variants.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  const product = { ...listed, variants: wanted.filter(({ id }) => !deleted.includes(id)) };
  const { variants, category } = product;
  if (product.discontinued) return skip({ code: "catalog.skip.discontinued" });
  if (product.unreadable !== null) return skip({ code: `catalog.unreadable.${product.unreadable}` });
  const count = variants.length;
  if (wanted.length === 0) return skip({ code: "catalog.skip.no-variants" });
  if (count === 0) return skip({ code: "catalog.skip.variants-deleted" });
  if (count > MAX_VARIANTS)
    return skip({ code: "catalog.skip.too-many-variants", count, limit: MAX_VARIANTS });
  const options = optionNames(product);
  if (options.length > MAX_OPTIONS)
    return skip({ code: "catalog.skip.too-many-options", options, limit: MAX_OPTIONS });

  const images = imagesOf(product);
  const spelled = spellings(product, options);
  const planned: VariantContent[] = [];
  const byOptions = new Map<string, VariantContent>();
  for (const variant of variants) {
    const priced = priceFor(variant.price, { category, version }, pricing);
    if (priced.kind === "no-price") return skip({ code: "catalog.skip.no-price", variant: nameOf(variant) });
    if (priced.kind === "currency-differs") {
      const { supplierCurrency, shopCurrency } = priced;
      return skip({ code: "catalog.skip.currency-differs", supplierCurrency, shopCurrency });
    }
    const content = toContent(variant, { options: spelled, images, priced });
    const combination = JSON.stringify(content.optionValues.map(({ value }) => value.toLowerCase()));
    const twin = byOptions.get(combination);
    if (twin) return skip({ code: "catalog.skip.same-options", sku: twin.sku, otherSku: content.sku });
    byOptions.set(combination, content);
    planned.push(content);
  }
  return {
    kind: "content",
    content: {
      supplierProductId: product.id,
      title: shortened(product.name),
      descriptionHtml: safeDescription(product.descriptionHtml),
      vendor: shortenedIfAny(product.brand),
      productType: shortenedIfAny(product.category),
      images,
      variants: planned,
    },
  };
}

/** Removes the fields that the merchant has excluded from new products. */
export function onlyFields(content: ProductContent, fields: OptionalField[]): ProductContent {
  const has = (field: OptionalField) => fields.includes(field);
  return {
    ...content,
    descriptionHtml: has("descriptionHtml") ? content.descriptionHtml : null,
    vendor: has("vendor") ? content.vendor : null,
    productType: has("productType") ? content.productType : null,
    images: has("images") ? content.images : [],
    variants: content.variants.map((variant) => ({
      ...variant,
      barcode: has("barcode") ? variant.barcode : null,
      weightGrams: has("weight") ? variant.weightGrams : null,
      imageUrl: has("images") ? variant.imageUrl : null,
    })),
  };
}

/**
 * Returns the pieces to offer, by the supplier's variant id. `buffer`: pieces of each variant that the merchant
 * holds back.
 */
export function stockOf({ variants }: MirroredProduct, buffer: number): Map<string, number> {
  return new Map(variants.map(({ id, stock }) => [id, offered(stock, buffer)]));
}

/** Returns the pieces to offer of the supplier's stock, within Shopify's limits. */
export function offered(stock: number, buffer: number): number {
  return Math.max(0, Math.min(stock, MAX_STOCK) - buffer);
}

function skip(reason: Message): ImportPlan {
  return { kind: "skip", reason };
}

/**
 * Returns the names of the options that variants use: first those that the product lists, in its order, then
 * the others. Names that differ only in case count once, as in Shopify.
 */
function optionNames({ options, variants }: MirroredProduct): string[] {
  const given = variants.flatMap((variant) => Object.keys(variant.options));
  const used = new Set(given.map(folded));
  const names = new Map<string, string>();
  for (const name of [...options, ...given])
    if (used.has(folded(name)) && !names.has(folded(name))) names.set(folded(name), tidied(name));
  return [...names.values()];
}

/** Decodes HTML entities, normalizes Unicode (NFC), and trims, as Shopify does. */
function tidied(text: string): string {
  return decodeEntities(text).normalize("NFC").trim();
}

function folded(text: string): string {
  return tidied(text).toLowerCase();
}

/**
 * Returns one spelling per value of each option. Shopify ignores case in values, so "red" and "Red" must be
 * written in the same way.
 */
function spellings({ variants }: MirroredProduct, options: string[]): Map<string, Map<string, string>> {
  const spelled = new Map(options.map((name) => [name, new Map<string, string>()]));
  for (const variant of variants)
    for (const [name, values] of spelled) {
      const value = valueOf(variant, name);
      if (!values.has(value.toLowerCase())) values.set(value.toLowerCase(), value);
    }
  return spelled;
}

/** Returns a plain text as Shopify stores it. Cuts a text that is too long, and appends an ellipsis. */
export function shortened(name: string): string {
  const text = tidied(name);
  return isTooLong(text) ? `${cut(text, MAX_NAME - 1)}…` : text;
}

/** Returns a text as `shortened` does; null if the result is empty. */
export function shortenedIfAny(name: string | null): string | null {
  return name === null ? null : shortened(name) || null;
}

/**
 * Shopify counts code points, not UTF-16 units (airhorns/shopify-draft-proxy:
 * product-set-input-length-validation).
 */
function isTooLong(text: string): boolean {
  return text.length > MAX_NAME && Array.from(text).length > MAX_NAME;
}

/** Cuts a text to `most` code points. Does not cut within an emoji of several code points. */
function cut(text: string, most: number): string {
  let [kept, length] = ["", 0];
  for (const { segment } of SEGMENTER.segment(text)) {
    length += Array.from(segment).length;
    if (length > most) break;
    kept += segment;
  }
  return kept;
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns an option's name for the shop. Shopify rejects names with " / " (airhorns/shopify-draft-proxy:
 * product-option-name-delimiter-validation).
 */
function optionName(name: string): string {
  return shortened(name.replaceAll(" / ", "/"));
}

/**
 * Returns the variant's SKU for the shop. Fulfillment services need a SKU, so this makes one from the id if the
 * supplier has none.
 */
export function skuFor({ sku, id }: Pick<MirroredVariant, "sku" | "id">): string {
  return cut(tidied(sku ?? "") || `SB-${id}`, MAX_NAME);
}

function toContent(
  variant: MirroredVariant,
  given: {
    options: Map<string, Map<string, string>>;
    images: ProductContent["images"];
    priced: Pick<VariantContent, "price" | "compareAtPrice" | "cost">;
  },
): VariantContent {
  const { options, images, priced } = given;
  const { price, compareAtPrice, cost } = priced;
  return {
    supplierVariantId: variant.id,
    sku: skuFor(variant),
    barcode: barcodeOf(variant),
    price,
    compareAtPrice,
    cost,
    // Shopify rejects the whole product for a weight below zero.
    weightGrams: variant.weightGrams !== null && variant.weightGrams < 0 ? null : variant.weightGrams,
    imageUrl: images.find(({ url }) => url === imageAddress(variant.imageUrl))?.url ?? null,
    optionValues:
      options.size === 0
        ? [{ name: "Title", value: "Default Title" }]
        : [...options].map(([name, values]) => {
            const value = valueOf(variant, name);
            return { name: optionName(name), value: values.get(value.toLowerCase()) ?? value };
          }),
  };
}

/**
 * Returns the variant's barcode; null if it is too long. Shopify would reject the whole product, and a cut
 * barcode could be another product's.
 */
function barcodeOf({ barcode }: MirroredVariant): string | null {
  const code = tidied(barcode ?? "");
  return code === "" || isTooLong(code) ? null : code;
}

/** Returns a variant's value of an option. Shopify requires a value, so a missing one becomes "–". */
function valueOf({ options }: MirroredVariant, name: string): string {
  const named = Object.keys(options).find((each) => folded(each) === folded(name));
  const value = tidied(options[named ?? name] ?? "");
  return value === "" ? "–" : shortened(value);
}

/**
 * Lists the product's own images, then those of its variants, because in Shopify a variant's image must be
 * among the product's images.
 */
export function imagesOf({ images, variants }: MirroredProduct): ProductContent["images"] {
  const all = [...images, ...variants.map(({ imageUrl }) => ({ url: imageUrl ?? "", alt: null }))];
  const found = new Map<string, { url: string; alt: string | null }>();
  for (const { url: given, alt } of all) {
    const url = imageAddress(given);
    if (url !== null && !found.has(url)) found.set(url, { url, alt: shortenedIfAny(alt) });
  }
  return [...found.values()].slice(0, MAX_IMAGES);
}

/**
 * Returns an image's URL, encoded; null if the text is no web address. Because of a space in an image's URL,
 * Shopify would reject the whole product.
 */
export function imageAddress(given: string | null): string | null {
  const url = webAddress(given);
  return url && new URL(url).href;
}

function nameOf({ sku, id }: MirroredVariant): string | Message {
  return sku ?? { code: "catalog.skip.variant", id };
}
