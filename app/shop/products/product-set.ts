import type { ShopVariantId } from "../ids.ts";
import type { OptionValue, ProductContent, VariantContent } from "./product-content.ts";
import { PRODUCT_KEY, type ShopOption, type ShopProduct, VARIANT_KEY } from "./products.server.ts";

/** Initial stock of new variants at our location, in pieces by the supplier's variant id. */
type Stocked = { locationId: string; stock: Map<string, number> };

/** A product to create. */
export type NewProduct = Stocked & {
  content: ProductContent;
  status: "ACTIVE" | "DRAFT";
  tags: string[];
  /** Null for no collection. */
  collectionId: string | null;
};

/** A change of a product in the shop. Fields that are not given stay unchanged. */
export type ProductChange = Stocked & {
  existing: ShopProduct;
  fields: Partial<Record<"title" | "descriptionHtml" | "vendor" | "productType", string>> & {
    tags?: string[];
  };
  /** Keyed by the shop's variant id. */
  variants: Map<ShopVariantId, VariantChange>;
  created: VariantContent[];
  /**
   * All images of the product. They replace the present ones, so Shopify fetches them again. Null leaves the present
   * ones unchanged.
   */
  images: ProductContent["images"] | null;
};

export type VariantChange = {
  price?: string;
  compareAtPrice?: string | null;
  cost?: string;
  barcode?: string;
  weightGrams?: number;
  imageUrl?: string;
  optionValues?: OptionValue[];
};

/**
 * Limits per request: points, and new variants. `productVariantsBulkCreate` has the same limit of variants.
 */
const MAX_POINTS = 1000;
const NEW_VARIANTS_AT_ONCE = 250;

/** The requests for a product, in this order: `first`, `later` with more variants, and `images`. */
export type SetPlan = ReturnType<typeof planNew>;

/**
 * Plans a new product. Plans one request if it fits Shopify's limits. If not, the first request has the first variants
 * without images; others follow for the other variants, and then for the images. A request with few new variants also
 * stays below Shopify's 30 s. Some shops may create only a thousand variants per day, and few per request let them make
 * progress.
 */
export function planNew(product: NewProduct) {
  const { content, status, tags, collectionId } = product;
  const about = {
    title: content.title,
    ...(content.descriptionHtml !== null && { descriptionHtml: content.descriptionHtml }),
    ...(content.vendor !== null && { vendor: content.vendor }),
    ...(content.productType !== null && { productType: content.productType }),
    ...(tags.length > 0 && { tags }),
    ...(collectionId !== null && { collections: [collectionId] }),
    status,
    metafields: [{ namespace: "$app", key: PRODUCT_KEY, type: "id", value: content.supplierProductId }],
  };
  return inParts({
    about,
    options: [],
    known: [],
    created: content.variants,
    images: content.images,
    stocked: product,
  });
}

/** Plans a change. Sends no variants if none changes. */
export function planChange(change: ProductChange): SetPlan {
  const { existing, fields, variants, created, images } = change;
  const known =
    variants.size === 0 && created.length === 0
      ? []
      : // Shopify deletes variants that the list omits.
        existing.variants.map((variant) => toChangedVariant(variant, variants.get(variant.id) ?? {}));
  const { options } = existing;
  return inParts({ about: fields, options, known, created, images: images ?? [], stocked: change });
}

function inParts(given: {
  about: About;
  /** The shop's options. */
  options: ShopOption[];
  known: ReturnType<typeof toChangedVariant>[];
  created: VariantContent[];
  images: ProductContent["images"];
  stocked: Stocked;
}) {
  const { about, options, known, created, images, stocked } = given;
  const whole = toInput({
    about,
    options,
    variants: [...known, ...created.map((each) => toVariant(each, stocked))],
    images,
  });
  const returned = 2 + 4 * (whole.variants?.length ?? 0);
  if (created.length <= NEW_VARIANTS_AT_ONCE && costOf(whole) + returned <= MAX_POINTS)
    return { first: whole, later: [], images: null, returned: whole.variants?.length ?? 0 };
  const first = [
    ...known.map((variant) => ("file" in variant ? { ...variant, file: undefined } : variant)),
    ...created.slice(0, NEW_VARIANTS_AT_ONCE).map((each) => toVariant({ ...each, imageUrl: null }, stocked)),
  ];
  const later = [];
  for (let start = NEW_VARIANTS_AT_ONCE; start < created.length; start += NEW_VARIANTS_AT_ONCE)
    later.push(
      created.slice(start, start + NEW_VARIANTS_AT_ONCE).map((variant) => toLaterVariant(variant, stocked)),
    );
  return {
    first: toInput({ about, options, variants: first, images: [] }),
    later,
    images: images.length > 0 ? toFiles(images) : null,
    returned: 0,
  };
}

type About = ProductChange["fields"] & {
  status?: "ACTIVE" | "DRAFT";
  collections?: string[];
  metafields?: { namespace: string; key: string; type: string; value: string }[];
};
type SetVariant = ReturnType<typeof toVariant> | ReturnType<typeof toChangedVariant>;
type SetInput = ReturnType<typeof toInput>;

/**
 * Returns the points of a `productSet` (Admin schema, the complexity costs of its input; ten per mutation,
 * one for its product).
 */
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

function toInput(given: {
  about: About;
  options: ShopOption[];
  variants: SetVariant[];
  images: ProductContent["images"];
}) {
  const { about, options, variants, images } = given;
  return {
    ...about,
    ...(variants.length > 0 && { productOptions: optionsOf(variants, options), variants }),
    ...(images.length > 0 && { files: toFiles(images) }),
  };
}

function toChangedVariant({ id, optionValues }: ShopProduct["variants"][number], change: VariantChange) {
  const { price, compareAtPrice, cost, barcode, weightGrams, imageUrl } = change;
  const item = {
    ...(cost !== undefined && { cost }),
    ...(weightGrams !== undefined && { measurement: inGrams(weightGrams) }),
  };
  return {
    id,
    optionValues: toOptionValues(change.optionValues ?? optionValues),
    ...(price !== undefined && { price }),
    ...(compareAtPrice !== undefined && { compareAtPrice }),
    ...(barcode !== undefined && { barcode }),
    ...(imageUrl !== undefined && { file: toFile({ url: imageUrl }) }),
    ...(Object.keys(item).length > 0 && { inventoryItem: item }),
  };
}

function toVariant(variant: VariantContent, { locationId, stock }: Stocked) {
  return {
    ...inCommon(variant),
    inventoryItem: itemOf(variant),
    sku: variant.sku,
    ...(variant.imageUrl !== null && { file: toFile({ url: variant.imageUrl }) }),
    inventoryQuantities: [
      { locationId, name: "available", quantity: stock.get(variant.supplierVariantId) ?? 0 },
    ],
  };
}

/** Shapes a variant for `productVariantsBulkCreate`. */
export function toLaterVariant(variant: VariantContent, { locationId, stock }: Stocked) {
  return {
    ...inCommon(variant),
    inventoryItem: { ...itemOf(variant), sku: variant.sku },
    inventoryQuantities: [{ locationId, availableQuantity: stock.get(variant.supplierVariantId) ?? 0 }],
  };
}

function inCommon({ barcode, price, compareAtPrice, optionValues, supplierVariantId }: VariantContent) {
  return {
    barcode,
    price,
    ...(compareAtPrice !== null && { compareAtPrice }),
    optionValues: toOptionValues(optionValues),
    inventoryPolicy: "DENY" as const,
    // Links the variant to the supplier's.
    metafields: [{ namespace: "$app", key: VARIANT_KEY, type: "id", value: supplierVariantId }],
  };
}

function itemOf({ cost, weightGrams }: VariantContent) {
  return {
    cost,
    tracked: true,
    requiresShipping: true,
    ...(weightGrams !== null && { measurement: inGrams(weightGrams) }),
  };
}

function inGrams(value: number) {
  return { weight: { value, unit: "GRAMS" as const } };
}

function toFiles(images: ProductContent["images"]) {
  return images.map(({ url, alt }) => ({ ...toFile({ url }), alt }));
}

function toFile({ url }: { url: string }) {
  return { originalSource: url, contentType: "IMAGE" as const };
}

function toOptionValues(values: OptionValue[]) {
  return values.map(({ name, value, linkedValue }) =>
    linkedValue === undefined
      ? { optionName: name, name: value }
      : { optionName: name, linkedMetafieldValue: linkedValue },
  );
}

/**
 * Collects the options with all values, in the order of the variants. Options that the shop has linked to a metafield
 * stay linked.
 */
function optionsOf(variants: { optionValues: ReturnType<typeof toOptionValues> }[], options: ShopOption[]) {
  const values = new Map<string, Set<string>>();
  for (const value of variants.flatMap(({ optionValues }) => optionValues))
    values.set(
      value.optionName,
      (values.get(value.optionName) ?? new Set()).add(value.name ?? value.linkedMetafieldValue),
    );
  return [...values].map(([name, given], index) => {
    const linked = options.find((option) => option.name === name)?.linked;
    const position = index + 1;
    if (linked) return { name, position, linkedMetafield: { ...linked, values: [...given] } };
    return { name, position, values: [...given].map((value) => ({ name: value })) };
  });
}
