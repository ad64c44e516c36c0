import type { ItemInput } from "../catalog/product-input.ts";
import { negativeWeight } from "./weight.ts";
import { updateItem } from "../catalog/variants.ts";
import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { InventoryItem } from "./stock.ts";

/** `inventoryItemUpdate`; the refusals as recorded in airhorns/shopify-draft-proxy, inventory-item-update-validation. */
export function updateInventoryItem(
  occasion: Occasion,
  id: string,
  input: ItemInput,
): { item: InventoryItem | null; userErrors: UserError[] } {
  const item = occasion.shop.catalog.items.get(numberIn("InventoryItem", id));
  const userErrors = item
    ? inputErrors(input)
    : [userError(["id"], "The product couldn't be updated because it does not exist.")];
  if (!item || userErrors.length > 0) return { item: null, userErrors };
  updateItem(occasion, item, input);
  return { item, userErrors: [] };
}

function inputErrors({ cost, measurement, harmonizedSystemCode }: ItemInput): UserError[] {
  const errors: UserError[] = [];
  if (!(Number(cost ?? 0) >= 0))
    errors.push(userError(["input", "cost"], "Cost must be greater than or equal to 0"));
  const weight = measurement?.weight;
  if (weight && weight.value < 0)
    errors.push(userError(["input", "measurement", "weight"], negativeWeight(weight)));
  if (harmonizedSystemCode && !/^\d{6,13}$/.test(harmonizedSystemCode))
    errors.push(
      userError(
        ["input", "harmonizedSystemCode"],
        "Harmonized system code must be a number between six and thirteen digits",
      ),
    );
  return errors;
}
