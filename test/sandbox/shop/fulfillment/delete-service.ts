import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import {
  activateStock,
  findLocation,
  type InventoryItem,
  levelAt,
  type Location,
  primaryLocation,
} from "../stock/stock.ts";
import { userError, type UserError } from "../user-errors.ts";
import { NOT_FOUND, type FulfillmentService } from "./services.ts";

export interface DeleteServiceArgs {
  inventoryAction: "DELETE" | "KEEP" | "TRANSFER";
  destinationLocationId?: string | null;
}

/**
 * `fulfillmentServiceDelete`. KEEP leaves the location to the merchant, TRANSFER moves its stock and its open work
 * to another one of theirs, DELETE drops it (Admin schema, FulfillmentServiceDeleteInventoryAction); what was still
 * to be fulfilled there falls to the shop's own location. Messages as in airhorns/shopify-draft-proxy,
 * fulfillment-service-delete-transfer and -inventory-action-validation.
 */
export function deleteService(
  { shop, now }: Occasion,
  service: FulfillmentService | undefined,
  { inventoryAction, destinationLocationId }: DeleteServiceArgs,
): UserError[] {
  if (!service) return [NOT_FOUND];
  if (inventoryAction !== "TRANSFER" && destinationLocationId)
    return [
      userError(
        ["inventoryAction"],
        "Inventory action Destination location id should not be present when deleting/keeping the inventory of the fulfillment service.",
      ),
    ];
  const { location } = service;
  if (inventoryAction === "TRANSFER") {
    const id = destinationLocationId ? numberIn("Location", destinationLocationId) : 0;
    const destination = findLocation(shop, id);
    if (!destination || destination.service !== null)
      return [userError(null, "Invalid destination location.")];
    moveStock(shop, { from: location, to: destination, now });
    moveWork(shop, location, destination);
  }
  if (inventoryAction === "DELETE") {
    for (const item of shop.catalog.items.values()) dropLevel(item, location);
    moveWork(shop, location, primaryLocation(shop));
  }
  shop.services = shop.services.filter((each) => each !== service);
  if (inventoryAction === "KEEP") location.service = null;
  else shop.locations = shop.locations.filter((each) => each !== location);
  return [];
}

function moveStock(shop: ShopState, { from, to, now }: { from: Location; to: Location; now: Date }): void {
  for (const item of shop.catalog.items.values()) {
    const level = levelAt(item, from);
    if (!level) continue;
    const target = activateStock(item, to, now);
    target.available += level.available;
    target.committed += level.committed;
    dropLevel(item, from);
  }
}

function dropLevel(item: InventoryItem, location: Location): void {
  item.levels = item.levels.filter((level) => level.location !== location);
  item.inactiveLevels = item.inactiveLevels.filter((level) => level.location !== location);
}

/** Moves open work to a merchant's location, as unrequested: no service is there to answer a request. */
function moveWork(shop: ShopState, from: Location, to: Location): void {
  for (const { fulfillmentOrders } of shop.orders)
    for (const each of fulfillmentOrders)
      if (each.location === from && each.status !== "CLOSED")
        Object.assign(each, { location: to, status: "OPEN", requestStatus: "UNSUBMITTED" });
}
