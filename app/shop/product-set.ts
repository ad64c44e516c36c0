import { type ShopProduct, VARIANT_KEY, PRODUCT_KEY } from "./products.server.ts";
import type { ProductContent, VariantContent } from "./product-content.ts";

export type SetProduct = {
  content: ProductContent;
  /** The shop's product as it is; null creates one. */
  existing: ShopProduct | null;
  /** Whether to send the images: Shopify fetches them again each time. */
  withImages: boolean;
  /** The location that stocks new variants, and the pieces of each, by the supplier's variant id. */
  locationId: string;
  stock: Map<string, number>;
};

/** What a request may cost, and the most variants that one creates: no more than `productVariantsBulkCreate` takes. */
const MAX_POINTS = 1000;
const NEW_VARIANTS_AT_ONCE = 250;

/**
 * What to send for a product: one request where that costs no more than Shopify accepts, else the first variants without
 * any image, and then the others and the images. Few new variants at once also keep a request below Shopify's 30 s, and
 * let a shop that may have a thousand new ones a day come further every day.
 */
export function planSet(set: SetProduct) {
  const known = new Set(set.existing?.variants.map(({ supplierVariantId }) => supplierVariantId));
  const news = set.content.variants.filter(({ supplierVariantId }) => !known.has(supplierVariantId));
  const whole = toInput(set, set.content.variants);
  if (news.length <= NEW_VARIANTS_AT_ONCE && costOf(whole) <= MAX_POINTS)
    return { first: whole, later: [], images: null };
  const later = news.slice(NEW_VARIANTS_AT_ONCE);
  const first = set.content.variants.filter((variant) => !later.includes(variant));
  const batches = [];
  for (let start = 0; start < later.length; start += NEW_VARIANTS_AT_ONCE)
    batches.push(
      later.slice(start, start + NEW_VARIANTS_AT_ONCE).map((variant) => toNewVariant(variant, set)),
    );
  return {
    first: toInput({ ...set, withImages: false }, first),
    later: batches,
    images: set.withImages ? toFiles(set.content.images) : null,
  };
}

type SetInput = ReturnType<typeof toInput>;

/** The points of a `productSet` (Admin schema, the complexity costs of its input; ten for any mutation, one for its product). */
export function costOf({ variants, files, metafields }: Partial<SetInput>): number {
  const ofVariants = (variants ?? []).reduce(
    (sum, variant) =>
      sum +
      0.2 +
      ("file" in variant && variant.file ? 0.6 : 0) +
      0.4 * ("metafields" in variant ? variant.metafields.length : 0),
    0,
  );
  return 11 + ofVariants + 1.9 * (files?.length ?? 0) + 0.4 * (metafields?.length ?? 0);
}

/**
 * Shopify deletes variants that the list leaves out, so those that the supplier does not list (the merchant's own, or
 * dropped ones) are sent too.
 */
function toInput({ content, existing, withImages, locationId, stock }: SetProduct, sent: VariantContent[]) {
  const known = new Map(existing?.variants.map((variant) => [variant.supplierVariantId, variant]));
  const listed = new Set<string | null>(sent.map(({ supplierVariantId }) => supplierVariantId));
  const kept = (existing?.variants ?? []).filter(({ supplierVariantId }) => !listed.has(supplierVariantId));
  const variants = [
    ...sent.map((variant) => {
      const before = known.get(variant.supplierVariantId);
      return {
        ...toVariant(variant),
        sku: variant.sku,
        ...(withImages && variant.imageUrl !== null && { file: toFile({ url: variant.imageUrl }) }),
        ...(before
          ? { id: before.id }
          : {
              inventoryPolicy: "DENY" as const,
              metafields: [mark(variant)],
              inventoryQuantities: [
                { locationId, name: "available", quantity: stock.get(variant.supplierVariantId) ?? 0 },
              ],
            }),
      };
    }),
    ...kept.map(({ id, optionValues }) => ({ id, optionValues: toOptionValues(optionValues) })),
  ];
  return {
    title: content.title,
    descriptionHtml: content.descriptionHtml,
    ...(content.vendor !== null && { vendor: content.vendor }),
    ...(content.productType !== null && { productType: content.productType }),
    productOptions: optionsOf([...sent, ...kept]),
    variants,
    ...(withImages && { files: toFiles(content.images) }),
    ...(existing === null && {
      status: "ACTIVE" as const,
      metafields: [{ namespace: "$app", key: PRODUCT_KEY, type: "id", value: content.supplierProductId }],
    }),
  };
}

/** A variant as `productVariantsBulkCreate` takes it. */
export function toNewVariant(
  variant: VariantContent,
  { locationId, stock }: Pick<SetProduct, "locationId" | "stock">,
) {
  const { inventoryItem, ...rest } = toVariant(variant);
  return {
    ...rest,
    inventoryItem: { ...inventoryItem, sku: variant.sku },
    inventoryPolicy: "DENY" as const,
    metafields: [mark(variant)],
    inventoryQuantities: [{ locationId, availableQuantity: stock.get(variant.supplierVariantId) ?? 0 }],
  };
}

function toVariant(variant: VariantContent) {
  const { barcode, price, compareAtPrice, cost, weightGrams, optionValues } = variant;
  return {
    barcode,
    price,
    ...(compareAtPrice !== null && { compareAtPrice }),
    optionValues: toOptionValues(optionValues),
    inventoryItem: {
      cost,
      tracked: true,
      requiresShipping: true,
      ...(weightGrams !== null && {
        measurement: { weight: { value: weightGrams, unit: "GRAMS" as const } },
      }),
    },
  };
}

/** What says which of the supplier's variants it is. */
function mark({ supplierVariantId }: VariantContent) {
  return { namespace: "$app", key: VARIANT_KEY, type: "id", value: supplierVariantId };
}

function toFiles(images: ProductContent["images"]) {
  return images.map(({ url, alt }) => ({ ...toFile({ url }), alt }));
}

function toFile({ url }: { url: string }) {
  return { originalSource: url, contentType: "IMAGE" as const };
}

function toOptionValues(values: VariantContent["optionValues"]) {
  return values.map(({ name, value }) => ({ optionName: name, name: value }));
}

/** The options with all values that variants have, in the order of the variants. */
function optionsOf(variants: { optionValues: VariantContent["optionValues"] }[]) {
  const options = new Map<string, Set<string>>();
  for (const { name, value } of variants.flatMap(({ optionValues }) => optionValues)) {
    options.set(name, (options.get(name) ?? new Set()).add(value));
  }
  return [...options].map(([name, values], index) => ({
    name,
    position: index + 1,
    values: [...values].map((value) => ({ name: value })),
  }));
}
