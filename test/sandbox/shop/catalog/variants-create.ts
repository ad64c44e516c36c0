import { newId, numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { findLocation } from "../stock/stock.ts";
import { userError, type UserError } from "../user-errors.ts";
import { variantTitle, type Product, type Variant } from "./catalog.ts";
import type { VariantSetInput } from "./product-input.ts";
import { announceProduct } from "./product-news.ts";
import { chooseValues } from "./product-options.ts";
import { admitNewVariants } from "./variant-throttle.ts";
import { variantErrors, writeVariant } from "./variants.ts";

export interface BulkVariantInput extends Omit<VariantSetInput, "inventoryQuantities" | "file"> {
  inventoryQuantities?: { locationId: string; availableQuantity: number }[] | null;
}

/**
 * `productVariantsBulkCreate`: all or none. A value that its option does not have yet is added to it. Fields, sentences and
 * codes as recorded (airhorns/shopify-draft-proxy, product-variants-bulk-validation-atomicity). The code of a variant that
 * exists is the schema's, its sentence as recorded for productSet. No recording has a taken metafield id: its code is our
 * assumption, which `npm run shop:check` tries.
 */
export function createVariants(
  occasion: Occasion,
  product: Product,
  inputs: BulkVariantInput[],
): { variants: Variant[]; userErrors: UserError[] } {
  const { shop } = occasion;
  const errors: UserError[] = [];
  const options = product.options.map((option) => ({ ...option, values: [...option.values] }));
  const taken = new Set(product.variants.map((variant) => variantTitle(variant).toLowerCase()));
  const plans = inputs.map((given, index) => {
    const path = ["variants", String(index)];
    const input: VariantSetInput = {
      ...given,
      inventoryQuantities: given.inventoryQuantities?.map(({ locationId, availableQuantity }) => ({
        locationId,
        name: "available",
        quantity: availableQuantity,
      })),
    };
    for (const { optionName, name } of input.optionValues) {
      const option = options.find((each) => each.name === optionName);
      if (
        option &&
        !option.linked &&
        name &&
        !option.values.some((value) => value.name.toLowerCase() === name.toLowerCase())
      )
        option.values.push({ id: newId(shop), name });
    }
    const { values, errors: mistakes } = chooseValues(options, input.optionValues, path);
    const twice = repeatedOption(input);
    if (twice !== undefined)
      errors.push(userError([...path, "optionValues"], `Duplicated option name '${twice}'`, "INVALID_INPUT"));
    else errors.push(...mistakes.map(asRecorded));
    const title = values.map(({ name }) => name).join(" / ");
    if (taken.has(title.toLowerCase()))
      errors.push(
        userError(
          path,
          `The variant '${title}' already exists. Please change at least one option value.`,
          "VARIANT_ALREADY_EXISTS",
        ),
      );
    taken.add(title.toLowerCase());
    if (hasUnknownLocation(shop, given))
      errors.push(
        userError(
          [...path, "inventoryQuantities"],
          `Quantity for ${title} couldn't be set because the location was deleted.`,
          "TRACKED_VARIANT_LOCATION_NOT_FOUND",
        ),
      );
    else errors.push(...variantErrors(shop, { known: undefined, path }, input).map(asRecorded));
    return { input, values };
  });
  if (errors.length > 0) return { variants: [], userErrors: errors };
  admitNewVariants(occasion, plans.length);
  product.options = options;
  const variants = plans.map(({ input, values }) =>
    writeVariant(occasion, { product, known: undefined, values }, input),
  );
  product.variants.push(...variants);
  product.updatedAt = occasion.now;
  announceProduct(occasion, product, "products/update");
  return { variants, userErrors: [] };
}

function repeatedOption({ optionValues }: VariantSetInput): string | undefined {
  const names = optionValues.flatMap(({ optionName }) => optionName ?? []);
  return names.find((name, index) => names.indexOf(name) < index);
}

function hasUnknownLocation(shop: ShopState, { inventoryQuantities }: BulkVariantInput): boolean {
  return (inventoryQuantities ?? []).some(
    ({ locationId }) => !findLocation(shop, numberIn("Location", locationId)),
  );
}

/** productSet's error with the code that this mutation has for it. */
function asRecorded({ field, message, code }: UserError): UserError {
  if (code === "OPTION_DOES_NOT_EXIST") return userError(field, "Option does not exist", "INVALID_INPUT");
  if (message.startsWith("You need to add option values"))
    return userError(field, message, "NEED_TO_ADD_OPTION_VALUES");
  return userError(field, message, "INVALID_INPUT");
}
