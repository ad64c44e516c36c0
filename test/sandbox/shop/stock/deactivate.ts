import { numberIn } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { findLocation, levelAt } from "./stock.ts";

/**
 * `inventoryDeactivate`. An item stays stocked somewhere, and where orders wait for it: the rules are those of the
 * schema on `InventoryBulkToggleActivationUserErrorCode`, the wording is not Shopify's.
 */
export function deactivate(shop: ShopState, inventoryLevelId: string): UserError[] {
  const location = findLocation(shop, numberIn("InventoryLevel", inventoryLevelId));
  const item = shop.catalog.items.get(Number(/inventory_item_id=(\d+)/.exec(inventoryLevelId)?.[1]));
  const level = location && item && levelAt(item, location);
  if (!level) return [userError(["inventoryLevelId"], "The inventory level was not found.")];
  const couldNot = `The product couldn't be unstocked from ${location.name} because`;
  if (item.levels.length === 1)
    return [userError(["inventoryLevelId"], `${couldNot} it is the only location at which it is stocked.`)];
  if (level.committed > 0)
    return [userError(["inventoryLevelId"], `${couldNot} it has committed quantities.`)];
  item.levels = item.levels.filter((each) => each !== level);
  return [];
}
