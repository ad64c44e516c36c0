import { numberIn } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { findLocation, levelAt } from "./stock.ts";

/**
 * `inventoryDeactivate`. An item stays stocked somewhere, and where orders wait for it. The sentences as recorded in
 * airhorns/shopify-draft-proxy, inventory-deactivate-validation; that on committed quantities is the sandbox's, its
 * rule the schema's on `InventoryBulkToggleActivationUserErrorCode`.
 */
export function deactivate(shop: ShopState, inventoryLevelId: string): UserError[] {
  const location = findLocation(shop, numberIn("InventoryLevel", inventoryLevelId));
  if (!location) return refuse("because the location was deleted.");
  const item = shop.catalog.items.get(Number(/inventory_item_id=(\d+)/.exec(inventoryLevelId)?.[1]));
  const level = item && levelAt(item, location);
  if (!level) return refuse("because the product was deleted.");
  const from = `from ${location.name} because`;
  if (item.levels.length === 1)
    return refuse(`${from} products need to be stocked at a minimum of 1 location.`);
  if (level.committed > 0) return refuse(`${from} it has committed quantities.`);
  item.levels = item.levels.filter((each) => each !== level);
  return [];
}

function refuse(why: string): UserError[] {
  return [userError(null, `The product couldn't be unstocked ${why}`)];
}
