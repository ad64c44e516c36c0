import { gid, newId, numberIn } from "../ids.ts";
import type { ItemInput } from "../catalog/product-input.ts";
import { oncePerKey } from "../idempotency.ts";
import { isoTime } from "../occasion.ts";
import { activate, type ActivateArgs } from "../stock/activate.ts";
import { deactivate } from "../stock/deactivate.ts";
import { setQuantities, type QuantityChange, type SetQuantitiesInput } from "../stock/set-quantities.ts";
import {
  findLocation,
  inactiveLevelAt,
  levelAt,
  primaryLocation,
  type InventoryItem,
  type Location,
} from "../stock/stock.ts";
import { editLocation, type LocationEdit } from "../stock/shipping.ts";
import { updateInventoryItem } from "../stock/update-item.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeItem, describeLevel, describeLocation } from "./inventory-descriptions.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";
import { search, searchIndex, type SearchFields } from "./search-syntax.ts";

interface LocationsArgs extends PageArgs {
  query?: string | null;
  includeLegacy?: boolean | null;
  sortKey?: string | null;
}

export const inventoryResolvers: Resolvers = {
  QueryRoot: {
    location: (_source, { id }: { id?: string | null }, { shop }) => {
      const location = id ? findLocation(shop, numberIn("Location", id)) : primaryLocation(shop);
      return location ? describeLocation(shop, location) : null;
    },
    /** Leaves out the locations of fulfillment services, unless the query asks for "legacy" ones. */
    locations: (_source, args: LocationsArgs, { shop }) => {
      const listed = shop.locations.filter(({ service }) => service === null || args.includeLegacy);
      const found = search(listed, args.query, LOCATION_FIELDS);
      const order = (location: Location) => (args.sortKey === "ID" ? location.id : location.name);
      return connect(found, args, (location) => describeLocation(shop, location), order);
    },
    inventoryItem: (_source, { id }: { id: string }, { shop }) => {
      const item = shop.catalog.items.get(numberIn("InventoryItem", id));
      return item ? describeItem(shop, item) : null;
    },
    inventoryItems: (_source, { query, ...args }: PageArgs & { query?: string | null }, context) => {
      const { shop } = context;
      const found = searchIndex(context, shop.catalog.items.values(), { query, fields: ITEM_FIELDS });
      return connect(found, args, (item) => describeItem(shop, item));
    },
    inventoryLevel: (_source, { id }: { id: string }, { shop }) => {
      const location = findLocation(shop, numberIn("InventoryLevel", id));
      const item = shop.catalog.items.get(Number(/inventory_item_id=(\d+)/.exec(id)?.[1]));
      const level = location && item && (levelAt(item, location) ?? inactiveLevelAt(item, location));
      return level ? describeLevel(shop, level) : null;
    },
  },
  Mutation: {
    locationEdit: (_source, { id, input }: { id: string; input: LocationEdit }, context) => {
      const location = findLocation(context.shop, numberIn("Location", id));
      const own = location?.service?.apiKey === context.app.apiKey ? location : undefined;
      const userErrors = editLocation(context, own, input);
      const edited = own !== undefined && userErrors.length === 0;
      return { location: edited ? describeLocation(context.shop, own) : null, userErrors };
    },
    inventoryActivate: (_source, args: ActivateArgs, context, info) =>
      oncePerKey({
        shop: context.shop,
        info,
        args,
        run: () => {
          const { level, userErrors } = activate(context, args);
          return { inventoryLevel: level && describeLevel(context.shop, level), userErrors };
        },
        refuse: (error) => ({ inventoryLevel: null, userErrors: [error] }),
      }),
    inventoryDeactivate: (_source, { inventoryLevelId }: { inventoryLevelId: string }, { shop }) => ({
      userErrors: deactivate(shop, inventoryLevelId),
    }),
    inventorySetQuantities: (_source, args: { input: SetQuantitiesInput }, context, info) =>
      oncePerKey({
        shop: context.shop,
        info,
        args,
        run: () => {
          const { changes, userErrors } = setQuantities(context, args.input);
          const group = changes.length > 0 ? describeGroup(context, args.input, changes) : null;
          return { inventoryAdjustmentGroup: group, userErrors };
        },
        refuse: (error) => ({ inventoryAdjustmentGroup: null, userErrors: [error] }),
      }),
    inventoryItemUpdate: (_source, { id, input }: { id: string; input: ItemInput }, context) => {
      const { item, userErrors } = updateInventoryItem(context, id, input);
      return { inventoryItem: item && describeItem(context.shop, item), userErrors };
    },
  },
};

const LOCATION_FIELDS: SearchFields<Location> = {
  default: ({ name }) => name,
  id: ({ id }) => id,
  location_id: ({ id }) => id,
  name: ({ name }) => name,
  active: () => true,
  legacy: ({ service }) => service !== null,
  created_at: ({ createdAt }) => createdAt,
};

const ITEM_FIELDS: SearchFields<InventoryItem> = {
  default: ({ sku }) => sku,
  id: ({ id }) => id,
  sku: ({ sku }) => sku,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
};

function describeGroup({ shop, now }: AdminContext, input: SetQuantitiesInput, changes: QuantityChange[]) {
  return {
    id: gid("InventoryAdjustmentGroup", newId(shop)),
    createdAt: isoTime(now),
    reason: input.reason,
    referenceDocumentUri: input.referenceDocumentUri ?? null,
    changes: () =>
      changes.map(({ name, delta, item, location }) => ({
        name,
        delta,
        // Null here as in airhorns/shopify-draft-proxy, inventory-quantity-contracts-2026-04.
        quantityAfterChange: null,
        ledgerDocumentUri: null,
        item: () => describeItem(shop, item),
        location: () => describeLocation(shop, location),
      })),
  };
}
