import { numberIn } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import { findLocation, levelAt } from "./stock.ts";

/**
 * `inventoryDeactivate`. An item stays stocked somewhere. The inactive level keeps its quantities, what is committed to
 * orders included. Both as recorded in airhorns/shopify-draft-proxy, inventory-deactivate-validation and
 * inventory-inactive-level-lifecycle-2026-04.
 */
export function deactivate(shop: ShopState, inventoryLevelId: string): UserError[] {
  const location = findLocation(shop, numberIn("InventoryLevel", inventoryLevelId));
  if (!location) return refuse("because the location was deleted.");
  const item = shop.catalog.items.get(Number(/inventory_item_id=(\d+)/.exec(inventoryLevelId)?.[1]));
  const level = item && levelAt(item, location);
  if (!level) return refuse("because the product was deleted.");
  if (item.levels.length === 1)
    return refuse(`from ${location.name} because products need to be stocked at a minimum of 1 location.`);
  item.levels = item.levels.filter((each) => each !== level);
  item.inactiveLevels.push(level);
  return [];
}

function refuse(why: string): UserError[] {
  return [userError(null, `The product couldn't be unstocked ${why}`)];
}
