import { newId } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
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
 * `productVariantsBulkCreate`: all or none. A value that its option does not have yet is added to it. The code of a variant
 * that is there is the schema's, the sentence as recorded for productSet.
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
    errors.push(...mistakes, ...variantErrors(shop, { known: undefined, path }, input));
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
    return { input, values };
  });
  // Its errors have no such code.
  if (errors.length > 0)
    return { variants: [], userErrors: errors.filter(({ code }) => code !== "CAPABILITY_VIOLATION") };
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
