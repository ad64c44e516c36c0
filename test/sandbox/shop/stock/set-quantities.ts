import { GraphQLError } from "graphql";
import { announceStock } from "../catalog/product-news.ts";
import { numberIn } from "../ids.ts";
import type { Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import {
  findLocation,
  levelAt,
  setAvailable,
  activateStock,
  type InventoryItem,
  type Location,
} from "./stock.ts";

export interface SetQuantitiesInput {
  name: string;
  reason: string;
  referenceDocumentUri?: string | null;
  quantities: QuantityInput[];
}

interface QuantityInput {
  inventoryItemId: string;
  locationId: string;
  quantity: number;
  changeFromQuantity?: number | null;
}

export interface QuantityChange {
  name: "available" | "on_hand";
  delta: number;
  item: InventoryItem;
  location: Location;
}

/**
 * `inventorySetQuantities`; all lines or none. The refusals as recorded in airhorns/shopify-draft-proxy,
 * inventory-quantity-contracts-2026-04 and inventorySetQuantities-quantity-bounds. As of 2026-10 an item need not be
 * stocked at a location beforehand (shopify.dev changelog: Removal of ITEM_NOT_STOCKED_AT_LOCATION error).
 */
export function setQuantities(
  occasion: Occasion,
  input: SetQuantitiesInput,
): { changes: QuantityChange[]; userErrors: UserError[] } {
  const { shop, now } = occasion;
  if (input.quantities.some((line) => line.changeFromQuantity === undefined)) throw comparisonMissing();
  const onHand = input.name === "on_hand";
  const userErrors = [
    ...headErrors(input),
    ...input.quantities.flatMap((line, index) => lineErrors(shop, input, { line, index, onHand })),
  ];
  if (userErrors.length > 0) return { changes: [], userErrors };

  const changes = input.quantities.flatMap((line): QuantityChange[] => {
    const { item, location } = find(shop, line);
    if (!item || !location) return [];
    const level = activateStock(item, location, now);
    const available = onHand ? line.quantity - level.committed : line.quantity;
    const delta = setAvailable(occasion, level, available);
    if (delta === 0) return [];
    // Available pieces are on hand as well, so both change.
    return (["available", "on_hand"] as const).map((name) => ({ name, delta, item, location }));
  });
  announceStock(
    occasion,
    changes.map(({ item }) => item),
  );
  return { changes, userErrors: [] };
}

/** shopify.dev: Manage inventory quantities and states; those that Shopify's own refusal lists. */
const REASONS =
  "correction, cycle_count_available, damaged, movement_canceled, movement_created, movement_received, " +
  "movement_updated, other, promotion, quality_control, received, reservation_created, reservation_deleted, " +
  "reservation_updated, restock, safety_stock, shrinkage";

const BILLION = 1_000_000_000;

function comparisonMissing(): GraphQLError {
  return new GraphQLError("InventoryQuantityInput must include the following argument: changeFromQuantity.", {
    extensions: { code: "INVALID_FIELD_ARGUMENTS" },
  });
}

function headErrors({ name, reason }: SetQuantitiesInput): UserError[] {
  const errors: UserError[] = [];
  if (!["available", "on_hand"].includes(name))
    errors.push(
      userError(
        ["input", "name"],
        "The quantity name must be either 'available' or 'on_hand'.",
        "INVALID_NAME",
      ),
    );
  if (!REASONS.split(", ").includes(reason))
    errors.push(
      userError(
        ["input", "reason"],
        `The specified reason is invalid. Valid values are: ${REASONS}.`,
        "INVALID_REASON",
      ),
    );
  return errors;
}

function lineErrors(
  shop: ShopState,
  { quantities }: SetQuantitiesInput,
  { line, index, onHand }: { line: QuantityInput; index: number; onHand: boolean },
): UserError[] {
  const refuse = (field: string, message: string, code: string): UserError[] => [
    userError(["input", "quantities", String(index), field], message, code),
  ];
  const { inventoryItemId, locationId, quantity, changeFromQuantity } = line;
  const twins = quantities.filter(
    (other) => other.inventoryItemId === inventoryItemId && other.locationId === locationId,
  );
  if (twins.length > 1)
    return refuse(
      "locationId",
      "The combination of inventoryItemId and locationId must be unique.",
      "NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR",
    );
  const { item, location } = find(shop, line);
  if (!item)
    return refuse(
      "inventoryItemId",
      "The specified inventory item could not be found.",
      "INVALID_INVENTORY_ITEM",
    );
  if (!location)
    return refuse("locationId", "The specified location could not be found.", "INVALID_LOCATION");
  if (quantity > BILLION)
    return refuse(
      "quantity",
      "The quantity can't be higher than 1,000,000,000.",
      "INVALID_QUANTITY_TOO_HIGH",
    );
  if (quantity < -BILLION)
    return refuse("quantity", "The quantity can't be lower than -1,000,000,000.", "INVALID_QUANTITY_TOO_LOW");
  // The available quantity may be negative, if more was sold than there was.
  if (onHand && quantity < 0)
    return refuse("quantity", "The quantity can't be negative.", "INVALID_QUANTITY_NEGATIVE");
  const level = levelAt(item, location);
  const current = (level?.available ?? 0) + (onHand ? (level?.committed ?? 0) : 0);
  if (typeof changeFromQuantity === "number" && changeFromQuantity !== current)
    return refuse(
      "changeFromQuantity",
      "The changeFromQuantity value does not match persisted value.",
      "CHANGE_FROM_QUANTITY_STALE",
    );
  return [];
}

function find(shop: ShopState, { inventoryItemId, locationId }: QuantityInput) {
  return {
    item: shop.catalog.items.get(numberIn("InventoryItem", inventoryItemId)),
    location: findLocation(shop, numberIn("Location", locationId)),
  };
}
