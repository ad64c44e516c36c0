import { createHash } from "node:crypto";

import type { ProductContent, VariantContent } from "../../shop/product-content.ts";
import type { Product, Variant } from "../../wholesale/resources.ts";
import { safeDescription } from "./description-html.ts";
import { priceOf } from "../pricing/price.ts";

/** What Shopify takes (shopify.dev: Product model, limits). */
const MAX_VARIANTS = 2048;
const MAX_OPTIONS = 3;
const MAX_IMAGES = 250;
const MAX_STOCK = 1_000_000_000;

/** The product as the shop is to have it, or a sentence why it cannot be had. */
export type ImportPlan =
  | { kind: "content"; content: ProductContent; stock: Map<string, number> }
  | { kind: "refused"; said: string };

/** Decides what a product of the supplier becomes in the shop. `stock` is by the supplier's variant id. */
export function planImport(
  product: Product,
  { markupPercent, currency }: { markupPercent: number; currency: string },
): ImportPlan {
  const { variants } = product;
  if (product.discontinued) return refused("The supplier no longer sells it.");
  if (variants.length === 0)
    return refused("It has no variants on the supplier, so there is nothing to sell.");
  if (variants.length > MAX_VARIANTS) {
    return refused(
      `It has ${String(variants.length)} variants, and Shopify takes ${String(MAX_VARIANTS)} of a product at most.`,
    );
  }
  const names = optionNames(product);
  if (names.length > MAX_OPTIONS) {
    return refused(
      `Its variants differ in ${String(names.length)} options (${names.join(", ")}), and Shopify takes ${String(MAX_OPTIONS)} at most.`,
    );
  }
  const foreign = variants.find(({ price }) => price.currency !== currency);
  if (foreign) {
    return refused(
      `The supplier's price is in ${foreign.price.currency} and your shop sells in ${currency}. Stockbridge does not convert prices.`,
    );
  }

  const images = imagesOf(product);
  const planned: VariantContent[] = [];
  const taken = new Map<string, VariantContent>();
  for (const variant of variants) {
    const money = priceOf(variant.price, markupPercent);
    if (money === null) return refused(`The supplier gives no usable price for ${nameOf(variant)}.`);
    const content = toContent(variant, { names, images, ...money });
    const combination = JSON.stringify(content.optionValues.map(({ value }) => value.toLowerCase()));
    const twin = taken.get(combination);
    if (twin) {
      return refused(
        `${twin.sku} and ${content.sku} have the same options on the supplier, so a customer could not tell them apart.`,
      );
    }
    taken.set(combination, content);
    planned.push(content);
  }
  return {
    kind: "content",
    content: {
      supplierProductId: product.id,
      title: product.name,
      descriptionHtml: safeDescription(product.descriptionHtml),
      vendor: product.brand,
      productType: product.category,
      images,
      variants: planned,
    },
    stock: stockOf(product),
  };
}

/** How much there is of each variant, by the supplier's variant id, as Shopify takes it. */
export function stockOf({ variants }: Product): Map<string, number> {
  return new Map(variants.map(({ id, stock }) => [id, Math.min(Math.max(0, stock), MAX_STOCK)]));
}

/** What tells whether the same was sent before. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}

function refused(said: string): ImportPlan {
  return { kind: "refused", said };
}

/** The product's own order first; options that no variant has a value for are left out. */
function optionNames({ options, variants }: Product): string[] {
  const used = new Set(variants.flatMap((variant) => Object.keys(variant.options)));
  return [...new Set([...options, ...used])].filter((name) => used.has(name));
}

/** A variant without a SKU could not be fulfilled by a service, so it gets one that leads back to it. */
function toContent(
  variant: Variant,
  given: { names: string[]; images: ProductContent["images"]; price: string; cost: string },
): VariantContent {
  const { names, images, price, cost } = given;
  const sku = variant.sku?.trim() ?? "";
  return {
    supplierVariantId: variant.id,
    sku: sku === "" ? `SB-${variant.id}` : sku,
    barcode: variant.barcode,
    price,
    cost,
    weightGrams: variant.weightGrams,
    imageUrl: images.find(({ url }) => url === variant.imageUrl)?.url ?? null,
    optionValues:
      names.length === 0
        ? [{ name: "Title", value: "Default Title" }]
        : names.map((name) => ({ name, value: valueOf(variant, name) })),
  };
}

/** Shopify wants a value for each option. */
function valueOf({ options }: Variant, name: string): string {
  const value = options[name]?.trim() ?? "";
  return value === "" ? "–" : value;
}

/** The product's own first, then those of variants: Shopify wants a variant's image among the product's. */
function imagesOf({ images, variants }: Product): ProductContent["images"] {
  const all = [...images, ...variants.map(({ imageUrl }) => ({ url: imageUrl ?? "", alt: null }))];
  const found = new Map<string, { url: string; alt: string | null }>();
  for (const image of all)
    if (isImageAddress(image.url) && !found.has(image.url)) found.set(image.url, image);
  return [...found.values()].slice(0, MAX_IMAGES);
}

function isImageAddress(url: string): boolean {
  return URL.canParse(url) && ["https:", "http:"].includes(new URL(url).protocol);
}

function nameOf({ sku, id }: Variant): string {
  return sku ?? `the variant ${id}`;
}
