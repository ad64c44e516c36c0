import { newId } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { deviatingErrors } from "../deviations.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { forgetVariants, type OptionValue, type Product, type Variant } from "./catalog.ts";
import { collectionErrors, putInCollections } from "./collections.ts";
import { findFile, planMedia } from "./media.ts";
import { metafieldErrors, writeMetafields } from "./metafields.ts";
import { applyFields, fieldErrors, freeHandle, handleOf } from "./product-fields.ts";
import { identify } from "./product-identity.ts";
import type { ProductIdentifier, ProductSetInput, VariantSetInput } from "./product-input.ts";
import { announceProduct } from "./product-news.ts";
import { chooseValues, defaultOptions, planOptions } from "./product-options.ts";
import { admitNewVariants } from "./variant-throttle.ts";
import { variantErrors, writeVariant } from "./variants.ts";

/**
 * `productSet`: makes a product or brings an existing one to the given form. Lists replace the former ones. Other
 * fields stay as they are if they are not given (Admin schema, productSet). If anything is wrong, nothing changes.
 */
export function setProduct(
  occasion: Occasion,
  request: { identifier?: ProductIdentifier | null; input: ProductSetInput },
): { product: Product | null; userErrors: UserError[] } {
  const { shop, now } = occasion;
  const identity = identify(shop, request);
  if ("refused" in identity) return { product: null, userErrors: [identity.refused] };
  const { product: known, input } = identity;

  const options = input.productOptions
    ? planOptions(shop, known?.options ?? [], input.productOptions)
    : { options: known?.options ?? defaultOptions(shop), errors: [] };
  const media = planMedia(shop, { existing: known?.media ?? [], now }, input.files ?? []);
  const owner = { ownerType: "PRODUCT", ownerId: known?.id } as const;
  const variants = planVariants(shop, known, { input, options: options.options, media: media.media });
  const userErrors = deviatingErrors(shop.deviation, [
    ...fieldErrors(shop, known, input),
    ...shapeErrors(input),
    ...options.errors,
    ...media.errors,
    ...collectionErrors(shop, input.collections ?? []),
    ...metafieldErrors(shop, owner, input.metafields ?? [], ["input", "metafields"]),
    // The variants' options would be missing for the same reason.
    ...(options.errors.length > 0 ? [] : variants.errors),
  ]);
  if (userErrors.length > 0) return { product: null, userErrors };

  if (!known || input.variants)
    admitNewVariants(occasion, variants.plans.filter((plan) => plan.known === undefined).length);
  const product = known ?? newProduct(shop, input.title ?? "", now);
  applyFields(product, input);
  product.options = options.options;
  if (input.files) {
    product.media = media.media;
    for (const variant of product.variants)
      if (variant.image && !product.media.includes(variant.image)) variant.image = null;
  }
  if (input.metafields) {
    const existing = { ownerType: "PRODUCT", existing: product.metafields, now } as const;
    product.metafields = writeMetafields(shop, existing, input.metafields);
  }
  if (!known || input.variants) {
    const before = product.variants;
    product.variants = variants.plans.map((plan) => writeVariant(occasion, { product, ...plan }, plan.input));
    const kept = new Set(product.variants);
    forgetVariants(
      shop.catalog,
      before.filter((variant) => !kept.has(variant)),
    );
  }
  if (input.collections) putInCollections(shop, product, input.collections);
  product.updatedAt = now;
  announceProduct(occasion, product, known ? "products/update" : "products/create");
  return { product, userErrors: [] };
}

interface VariantPlan {
  input: VariantSetInput;
  known: Variant | undefined;
  values: OptionValue[];
}

function planVariants(
  shop: ShopState,
  product: Product | undefined,
  { input, options, media }: { input: ProductSetInput } & Pick<Product, "options" | "media">,
): { plans: VariantPlan[]; errors: UserError[] } {
  const errors: UserError[] = [];
  const taken = new Set<string>();
  const inputs: VariantSetInput[] =
    input.variants ?? (product ? [] : [{ optionValues: defaultChoice(options) }]);
  const plans = inputs.map((variant, index): VariantPlan => {
    const path = ["input", "variants", String(index)];
    const { values, errors: mistakes } = chooseValues(options, variant.optionValues, path);
    const known = product?.variants.find((each) => isMeant(each, variant, values));
    errors.push(...mistakes, ...variantErrors(shop, { known, path }, variant));
    if (variant.id && !known)
      errors.push(
        userError([...path, "id"], "Product variant does not exist.", "PRODUCT_VARIANT_DOES_NOT_EXIST"),
      );
    if (variant.file && !findFile(media, variant.file))
      errors.push(
        userError([...path, "file"], "File must also be given in the product's files.", "INVALID_VARIANT"),
      );
    // The message as recorded in airhorns/shopify-draft-proxy, product-set-duplicate-variants-parity.
    const title = values.map(({ name }) => name).join(" / ");
    if (mistakes.length === 0 && taken.has(title))
      errors.push(
        userError(
          path,
          `The variant '${title}' already exists. Please change at least one option value.`,
          "INVALID_VARIANT",
        ),
      );
    taken.add(title);
    return { input: variant, known, values };
  });
  return { plans, errors };
}

/** By id, or else by its option values (shopify.dev changelog 2019-06-03, how variants are matched with options). */
function isMeant(variant: Variant, input: { id?: string | null }, values: OptionValue[]): boolean {
  if (input.id) return input.id.endsWith(`/${variant.id}`);
  return variant.values.map(({ id }) => id).join() === values.map(({ id }) => id).join();
}

function defaultChoice(options: Product["options"]) {
  return options.map(({ name, values }) => ({ optionName: name, name: values[0]?.name ?? "" }));
}

/** The messages are the schema's on the codes; that on missing variants as recorded in airhorns/shopify-draft-proxy. */
function shapeErrors({ productOptions, variants }: ProductSetInput): UserError[] {
  if (productOptions && !variants)
    return [
      userError(
        ["input", "variants"],
        "Variants input is required when updating product options",
        "VARIANTS_INPUT_MISSING",
      ),
    ];
  if (variants && !productOptions)
    return [
      userError(
        ["input", "productOptions"],
        "Must specify product options when updating variants.",
        "PRODUCT_OPTIONS_INPUT_MISSING",
      ),
    ];
  return [];
}

function newProduct(shop: ShopState, title: string, now: Date): Product {
  const product: Product = {
    id: newId(shop),
    title,
    handle: freeHandle(shop, handleOf(title)),
    descriptionHtml: "",
    vendor: shop.name,
    productType: "",
    status: "ACTIVE",
    tags: [],
    seo: { title: null, description: null },
    options: [],
    variants: [],
    metafields: [],
    media: [],
    publishedOn: [],
    createdAt: now,
    updatedAt: now,
  };
  shop.catalog.products.set(product.id, product);
  return product;
}
