import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Product, Variant } from "./catalog.ts";
import { resolveNamespace, writeMetafields } from "./metafields.ts";
import { announceItem, announceProduct } from "./product-news.ts";
import type { VariantSetInput } from "./product-input.ts";
import { variantErrors, writeVariant } from "./variants.ts";

export interface VariantUpdateInput extends Partial<Omit<VariantSetInput, "file">> {
  id?: string | null;
}

/**
 * `productVariantsBulkUpdate`: all or none, as `allowPartialUpdates` is not served, and metafields are added to those that
 * are there. Refusals as recorded (airhorns/shopify-draft-proxy, product-variants-bulk-validation-atomicity).
 */
export function updateVariants(
  occasion: Occasion,
  product: Product,
  inputs: VariantUpdateInput[],
): { variants: Variant[]; userErrors: UserError[] } {
  const { shop } = occasion;
  const plans = inputs.map((input, index) => ({
    path: ["variants", String(index)],
    known: product.variants.find(({ id }) => input.id && id === numberIn("ProductVariant", input.id)),
    input,
  }));
  const userErrors = plans.flatMap(({ path, known, input }): UserError[] => {
    if (!input.id)
      return [
        userError([...path, "id"], "Product variant is missing ID attribute", "PRODUCT_VARIANT_ID_MISSING"),
      ];
    if (!known)
      return [userError([...path, "id"], "Product variant does not exist", "PRODUCT_VARIANT_DOES_NOT_EXIST")];
    if (input.inventoryQuantities)
      return [
        userError(
          [...path, "inventoryQuantities"],
          "Inventory quantities can only be provided during create. To update inventory for existing variants, use inventoryAdjustQuantities.",
          "NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE",
        ),
      ];
    // The sentences are productSet's.
    return variantErrors(shop, { known, path }, asSet(input)).map((error) => ({
      ...error,
      code: error.message.endsWith("greater than or equal to 0")
        ? "GREATER_THAN_OR_EQUAL_TO"
        : "INVALID_INPUT",
    }));
  });
  if (userErrors.length > 0) return { variants: [], userErrors };

  const variants = plans.flatMap(({ known, input }) => {
    if (!known) return [];
    const { metafields, ...rest } = input;
    const written = writeVariant(occasion, { product, known, values: known.values }, asSet(rest));
    const isKept = ({ namespace, key }: { namespace: string; key: string }) =>
      !metafields?.some((each) => resolveNamespace(each.namespace) === namespace && each.key === key);
    const others = known.metafields.filter(isKept);
    const owner = { ownerType: "PRODUCTVARIANT", existing: known.metafields, now: occasion.now } as const;
    known.metafields = [...others, ...writeMetafields(shop, owner, metafields ?? [])];
    if (input.inventoryItem) announceItem(occasion, written.item);
    return [written];
  });
  product.updatedAt = occasion.now;
  announceProduct(occasion, product, "products/update");
  return { variants, userErrors: [] };
}

function asSet(input: VariantUpdateInput): VariantSetInput {
  return { ...input, optionValues: [] };
}
