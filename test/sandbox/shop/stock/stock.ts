import type { Variant } from "../catalog/catalog.ts";
import type { FulfillmentService } from "../fulfillment/services.ts";
import { gid, newId } from "../ids.ts";
import { isoTime, type Occasion } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import type { LocationAddress } from "./shipping.ts";

export interface Location {
  id: number;
  name: string;
  /** The service that runs it; null where the merchant does. */
  service: FulfillmentService | null;
  address: LocationAddress;
  /** True if the shipping profile has rates for it: otherwise nothing can be bought from there. */
  hasRates: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface InventoryItem {
  id: number;
  variant: Variant;
  sku: string | null;
  tracked: boolean;
  requiresShipping: boolean;
  /** Decimal, in the shop's currency. */
  cost: string | null;
  weight: { value: number; unit: "GRAMS" | "KILOGRAMS" | "OUNCES" | "POUNDS" };
  countryCodeOfOrigin: string | null;
  harmonizedSystemCode: string | null;
  /** The locations that stock it, in the order of activation. */
  levels: InventoryLevel[];
  /** Its levels at locations that no longer stock it. Shopify keeps their quantities. */
  inactiveLevels: InventoryLevel[];
  createdAt: Date;
  updatedAt: Date;
}

/** On hand is what is available and what is committed to orders. */
export interface InventoryLevel {
  item: InventoryItem;
  location: Location;
  available: number;
  committed: number;
  createdAt: Date;
  updatedAt: Date;
}

export function createLocation(
  shop: ShopState,
  { name, service, now }: { name: string; service: FulfillmentService | null; now: Date },
): Location {
  const location = {
    id: newId(shop),
    name,
    service,
    createdAt: now,
    updatedAt: now,
    // A service's place inherits the shop's address (Admin schema, fulfillmentServiceCreate).
    address: { ...ADDRESS, countryCode: shop.countryCode },
    // Only the merchant's first place has rates from the start. A new one is among the profile's `unassignedLocations`
    // (recorded in airhorns/shopify-draft-proxy, delivery-profile).
    hasRates: shop.locations.length === 0 || shop.ratesEverywhere,
  };
  shop.locations.push(location);
  return location;
}

const ADDRESS = {
  address1: "1 Sandbox Street",
  address2: null,
  city: "Sandbox",
  zip: "10115",
  provinceCode: null,
  phone: null,
};

/** The merchant's own place, which every shop has from the start. */
export function primaryLocation(shop: ShopState): Location {
  const own = shop.locations.find(({ service }) => service === null);
  if (!own) throw new Error(`The sandbox's shop ${shop.domain} has lost its own location.`);
  return own;
}

export function findLocation(shop: ShopState, id: number): Location | undefined {
  return shop.locations.find((location) => location.id === id);
}

export function levelAt(item: InventoryItem, location: Location): InventoryLevel | undefined {
  return item.levels.find((level) => level.location === location);
}

export function inactiveLevelAt(item: InventoryItem, location: Location): InventoryLevel | undefined {
  return item.inactiveLevels.find((level) => level.location === location);
}

/**
 * Stocks an item at a location, where it may be stocked already. A level that was active before has its quantities again
 * (airhorns/shopify-draft-proxy, inventory-inactive-level-lifecycle-2026-04).
 */
export function activateStock(item: InventoryItem, location: Location, now: Date): InventoryLevel {
  const known = levelAt(item, location);
  if (known) return known;
  const before = inactiveLevelAt(item, location);
  item.inactiveLevels = item.inactiveLevels.filter((level) => level !== before);
  const level = before ?? { item, location, available: 0, committed: 0, createdAt: now, updatedAt: now };
  item.levels.push(level);
  return level;
}

export function totalAvailable(item: InventoryItem): number {
  return item.levels.reduce((sum, { available }) => sum + available, 0);
}

/**
 * Sets the available quantity, and announces it. Returns the difference. The callers announce the products, each
 * once.
 */
export function setAvailable(occasion: Occasion, level: InventoryLevel, quantity: number): number {
  const delta = quantity - level.available;
  if (delta === 0) return 0;
  level.available = quantity;
  level.updatedAt = occasion.now;
  occasion.tell("inventory_levels/update", {
    inventory_item_id: level.item.id,
    location_id: level.location.id,
    available: level.available,
    updated_at: isoTime(occasion.now),
    admin_graphql_api_id: levelGid(level),
  });
  return delta;
}

/** Shopify's form: the number belongs to the location, the item stands behind it. */
export function levelGid({ item, location }: InventoryLevel): string {
  return `${gid("InventoryLevel", location.id)}?inventory_item_id=${item.id}`;
}
