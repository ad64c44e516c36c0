import { announceStock } from "../catalog/product-news.ts";
import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import { userError, type UserError } from "../user-errors.ts";
import { stockableAt } from "./rules.ts";
import { findLocation, levelAt, setAvailable, activateStock, type InventoryLevel } from "./stock.ts";

export interface ActivateArgs {
  inventoryItemId: string;
  locationId: string;
  available?: number | null;
  onHand?: number | null;
}

/** `inventoryActivate`; the refusals as recorded in airhorns/shopify-draft-proxy, inventory-activate-on-hand and others. */
export function activate(
  occasion: Occasion,
  { inventoryItemId, locationId, available, onHand }: ActivateArgs,
): { level: InventoryLevel | null; userErrors: UserError[] } {
  const { shop, now } = occasion;
  const location = findLocation(shop, numberIn("Location", locationId));
  if (!location)
    return refuse(["locationId"], "The product couldn't be stocked because the location wasn't found.");
  const couldNot = `The product couldn't be stocked at ${location.name} because`;
  const item = shop.catalog.items.get(numberIn("InventoryItem", inventoryItemId));
  if (!item) return refuse(["inventoryItemId"], `${couldNot} the product was deleted.`);
  // The rule is the schema's, the wording is not Shopify's.
  if (!stockableAt(location, item.sku)) return refuse(["inventoryItemId"], `${couldNot} it has no SKU.`);

  const given = [
    ...(typeof available === "number" ? [{ field: "available", quantity: available }] : []),
    ...(typeof onHand === "number" ? [{ field: "onHand", quantity: onHand }] : []),
  ];
  if (given.length === 2) {
    const message = `${couldNot} not allowed to set available and on_hand quantities at the same time.`;
    return { level: null, userErrors: given.map(({ field }) => userError([field], message)) };
  }
  const [wanted] = given;
  if (wanted && Math.abs(wanted.quantity) > 1_000_000_000)
    return refuse([wanted.field], `${couldNot} the quantity needs to be between -1 billion and 1 billion.`);

  const active = levelAt(item, location);
  if (active && wanted) {
    const name = wanted.field === "onHand" ? "an on_hand" : "available";
    const message = `Not allowed to set ${name} quantity when the item is already active at the location.`;
    return { level: active, userErrors: [userError([wanted.field], message)] };
  }
  const level = active ?? activateStock(item, location, now);
  if (wanted && setAvailable(occasion, level, wanted.quantity) !== 0) announceStock(occasion, [item]);
  return { level, userErrors: [] };
}

function refuse(field: string[], message: string): { level: null; userErrors: UserError[] } {
  return { level: null, userErrors: [userError(field, message)] };
}
