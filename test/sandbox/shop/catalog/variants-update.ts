import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Product, Variant } from "./catalog.ts";
import { resolveNamespace, writeMetafields } from "./metafields.ts";
import type { VariantSetInput } from "./product-input.ts";
import { announceProduct } from "./product-news.ts";
import { variantErrors, writeVariant } from "./variants.ts";

export type BulkUpdateInput = Omit<VariantSetInput, "sku" | "inventoryQuantities" | "file" | "optionValues">;

/** `productVariantsBulkUpdate`: all or none, and metafields are added to those that are there (Admin schema). */
export function updateVariants(
  occasion: Occasion,
  product: Product,
  inputs: BulkUpdateInput[],
): { variants: Variant[]; userErrors: UserError[] } {
  const { shop, now } = occasion;
  const errors: UserError[] = [];
  const plans = inputs.flatMap((input, index) => {
    const path = ["variants", String(index)];
    const known = product.variants.find(({ id }) => id === numberIn("ProductVariant", input.id ?? ""));
    if (!known) {
      errors.push(
        userError([...path, "id"], "Product variant does not exist", "PRODUCT_VARIANT_DOES_NOT_EXIST"),
      );
      return [];
    }
    const whole: VariantSetInput = { ...input, optionValues: [] };
    // Of the update's errors metafields have this code (schema); the sentences are productSet's.
    for (const error of variantErrors(shop, { known, path }, whole))
      errors.push({ ...error, code: "INVALID_VALUE" });
    return [{ known, input: whole }];
  });
  if (errors.length > 0) return { variants: [], userErrors: errors };
  for (const { known, input } of plans) {
    const { metafields, ...rest } = input;
    const values = known.values;
    writeVariant(occasion, { product, known, values }, rest);
    const others = known.metafields.filter(
      (each) =>
        !metafields?.some(
          ({ namespace, key }) => resolveNamespace(namespace) === each.namespace && key === each.key,
        ),
    );
    const owner = { ownerType: "PRODUCTVARIANT", existing: known.metafields, now } as const;
    known.metafields = [...others, ...writeMetafields(shop, owner, metafields ?? [])];
  }
  product.updatedAt = now;
  announceProduct(occasion, product, "products/update");
  return { variants: plans.map(({ known }) => known), userErrors: [] };
}
