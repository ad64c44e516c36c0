import { amount } from "../catalog/money.ts";
import { badRequest } from "../admin-errors.ts";
import { gid, numberIn } from "../ids.ts";
import { isoTime } from "../occasion.ts";
import type { ShopState } from "../state.ts";
import {
  findLocation,
  inactiveLevelAt,
  levelAt,
  levelGid,
  type InventoryItem,
  type InventoryLevel,
  type Location,
} from "../stock/stock.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeService } from "./fulfillment-service-descriptions.ts";
import { describeVariant } from "./product-descriptions.ts";

export function describeItem(shop: ShopState, item: InventoryItem) {
  return {
    __typename: "InventoryItem",
    id: gid("InventoryItem", item.id),
    legacyResourceId: String(item.id),
    sku: item.sku,
    tracked: item.tracked,
    trackedEditable: { locked: false, reason: null },
    requiresShipping: item.requiresShipping,
    unitCost: item.cost === null ? null : { amount: amount(item.cost), currencyCode: shop.currencyCode },
    measurement: { id: gid("InventoryItemMeasurement", item.id), weight: item.weight },
    countryCodeOfOrigin: item.countryCodeOfOrigin,
    provinceCodeOfOrigin: null,
    harmonizedSystemCode: item.harmonizedSystemCode,
    duplicateSkuCount: () =>
      [...shop.catalog.items.values()].filter((other) => other !== item && other.sku === item.sku).length,
    variant: () => describeVariant(shop, item.variant),
    variants: (args: PageArgs) => connect([item.variant], args, (variant) => describeVariant(shop, variant)),
    locationsCount: { count: item.levels.length, precision: "EXACT" },
    inventoryLevel: ({ locationId, includeInactive }: { locationId: string } & Inactive) => {
      const location = findLocation(shop, numberIn("Location", locationId));
      const level = location && anyLevel(item, location, includeInactive);
      return level ? describeLevel(shop, level) : null;
    },
    inventoryLevels: ({ includeInactive, ...args }: PageArgs & Inactive) =>
      connectLevels(shop, [...item.levels, ...(includeInactive ? item.inactiveLevels : [])], args),
    createdAt: isoTime(item.createdAt),
    updatedAt: isoTime(item.updatedAt),
  };
}

export function describeLevel(shop: ShopState, level: InventoryLevel) {
  return {
    __typename: "InventoryLevel",
    id: levelGid(level),
    isActive: level.item.levels.includes(level),
    canDeactivate: level.item.levels.length > 1,
    deactivationAlert: null,
    item: () => describeItem(shop, level.item),
    location: () => describeLocation(shop, level.location),
    quantities: ({ names }: { names: string[] }) => names.map((name) => describeQuantity(level, name)),
    createdAt: isoTime(level.createdAt),
    updatedAt: isoTime(level.updatedAt),
  };
}

export function describeLocation(shop: ShopState, location: Location) {
  const { service } = location;
  return {
    __typename: "Location",
    id: gid("Location", location.id),
    legacyResourceId: String(location.id),
    name: location.name,
    address: () => describeLocationAddress(location),
    addressVerified: true,
    isActive: true,
    activatable: false,
    deactivatable: service === null,
    deactivatedAt: null,
    deletable: false,
    fulfillsOnlineOrders: true,
    isFulfillmentService: service !== null,
    shipsInventory: service === null,
    fulfillmentService: () => (service ? describeService(shop, service) : null),
    hasActiveInventory: () => levelsAt(shop, location).length > 0,
    hasUnfulfilledOrders: () =>
      shop.orders.some(({ fulfillmentOrders }) =>
        fulfillmentOrders.some((each) => each.location === location && each.status !== "CLOSED"),
      ),
    inventoryLevel: ({ inventoryItemId, includeInactive }: { inventoryItemId: string } & Inactive) => {
      const item = shop.catalog.items.get(numberIn("InventoryItem", inventoryItemId));
      const level = item && anyLevel(item, location, includeInactive);
      return level ? describeLevel(shop, level) : null;
    },
    inventoryLevels: (args: PageArgs) => connectLevels(shop, levelsAt(shop, location), args),
    createdAt: isoTime(location.createdAt),
    updatedAt: isoTime(location.updatedAt),
  };
}

export function describeLocationAddress({ address }: Location) {
  const country = new Intl.DisplayNames("en", { type: "region" }).of(address.countryCode);
  const { address1, city, zip, provinceCode } = address;
  return {
    ...address,
    country,
    province: provinceCode,
    latitude: null,
    longitude: null,
    formatted: [address1, [zip, city].filter(Boolean).join(" "), country].filter(Boolean),
  };
}

interface Inactive {
  includeInactive?: boolean | null;
}

function anyLevel(item: InventoryItem, location: Location, includeInactive?: boolean | null) {
  return levelAt(item, location) ?? (includeInactive ? inactiveLevelAt(item, location) : undefined);
}

/** Levels have no number of their own: those of one item differ by location, those of one location by item. */
function connectLevels(shop: ShopState, levels: InventoryLevel[], args: PageArgs) {
  const byItem = new Set(levels.map(({ item }) => item)).size > 1;
  const numbered = levels.map((level) => ({ id: byItem ? level.item.id : level.location.id, level }));
  return connect(numbered, args, ({ level }) => describeLevel(shop, level));
}

function levelsAt(shop: ShopState, location: Location): InventoryLevel[] {
  return [...shop.catalog.items.values()].flatMap((item) => levelAt(item, location) ?? []);
}

function describeQuantity(level: InventoryLevel, name: string) {
  const quantities: Record<string, number> = {
    available: level.available,
    committed: level.committed,
    on_hand: level.available + level.committed,
    incoming: 0,
    reserved: 0,
    damaged: 0,
    safety_stock: 0,
    quality_control: 0,
  };
  const quantity = quantities[name];
  if (quantity === undefined) throw badRequest(`There is no inventory quantity named ${name}.`);
  return {
    id: `${gid("InventoryQuantity", level.location.id)}?inventory_item_id=${level.item.id}&name=${name}`,
    name,
    quantity,
    // Sums have no time of change: airhorns/shopify-draft-proxy, inventory-activate-on-hand.
    updatedAt: name === "on_hand" ? null : isoTime(level.updatedAt),
  };
}
