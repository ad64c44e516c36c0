import { randomUUID } from "node:crypto";

import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { messageOfUserErrors } from "../user-errors.ts";

/**
 * The outcome of a stock change. `stale`: the stock has changed since we read it, and nothing was written.
 */
export type StockChange = { kind: "done" } | { kind: "stale" } | { kind: "user-errors"; problem: Message };

/** Maximum per mutation (shopify.dev: arrays). */
const MAX_QUANTITIES = 250;

/**
 * Stocks an item at a location. Sends no quantity, because Shopify rejects a quantity for an item that is
 * stocked already, possibly by a concurrent run.
 * @returns the available pieces there.
 */
export async function activateStock(
  shop: ShopDomain,
  { inventoryItemId, locationId }: { inventoryItemId: string; locationId: string },
): Promise<{ kind: "active"; available: number } | { kind: "user-errors"; problem: Message }> {
  const { inventoryActivate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation activateStock($inventoryItemId: ID!, $locationId: ID!, $key: String!) {
        inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId) @idempotent(key: $key) {
          inventoryLevel { quantities(names: ["available"]) { quantity } }
          userErrors { message }
        }
      }
    `,
      { variables: { inventoryItemId, locationId, key: randomUUID() } },
    ),
  );
  const problem = messageOfUserErrors(inventoryActivate?.userErrors ?? []);
  if (problem !== null) return { kind: "user-errors", problem };
  return { kind: "active", available: inventoryActivate?.inventoryLevel?.quantities[0]?.quantity ?? 0 };
}

/**
 * Sets the available pieces of each item at a location, if they are still `from`. Returns `stale` if they
 * have changed.
 */
export async function setAvailable(
  shop: ShopDomain,
  locationId: string,
  changes: { inventoryItemId: string; from: number; to: number }[],
): Promise<StockChange> {
  for (let start = 0; start < changes.length; start += MAX_QUANTITIES) {
    const quantities = changes.slice(start, start + MAX_QUANTITIES).map(({ inventoryItemId, from, to }) => ({
      inventoryItemId,
      locationId,
      changeFromQuantity: from,
      quantity: to,
    }));
    const { inventorySetQuantities } = await mutateShop(shop, (request) =>
      request(
        `#graphql
        mutation setAvailable($input: InventorySetQuantitiesInput!, $key: String!) {
          inventorySetQuantities(input: $input) @idempotent(key: $key) {
            userErrors { code message }
          }
        }
      `,
        { variables: { input: { name: "available", reason: "correction", quantities }, key: randomUUID() } },
      ),
    );
    const userErrors = inventorySetQuantities?.userErrors ?? [];
    if (userErrors.some(({ code }) => code === "CHANGE_FROM_QUANTITY_STALE")) return { kind: "stale" };
    const set = outcome(userErrors);
    if (set.kind !== "done") return set;
  }
  return { kind: "done" };
}

export type InventoryLevel = { id: string; locationId: string; available: number; committed: number };

/** Ten levels of an item cost 33 points, and a query may cost a thousand. */
const ITEMS_A_QUERY = 25;

/** Reads the items' stock at locations other than ours, the first ten levels per item. */
export async function readOtherLevels(
  shop: ShopDomain,
  { inventoryItemIds, locationId }: { inventoryItemIds: string[]; locationId: string },
): Promise<InventoryLevel[]> {
  const levels: InventoryLevel[] = [];
  for (let start = 0; start < inventoryItemIds.length; start += ITEMS_A_QUERY) {
    const ids = inventoryItemIds.slice(start, start + ITEMS_A_QUERY);
    const { nodes } = await queryShop(shop, (request) =>
      request(
        `#graphql
        query itemLevels($ids: [ID!]!) {
          nodes(ids: $ids) {
            ... on InventoryItem {
              inventoryLevels(first: 10) {
                nodes { id location { id } quantities(names: ["available", "committed"]) { name quantity } }
              }
            }
          }
        }
      `,
        { variables: { ids } },
      ),
    );
    for (const node of nodes)
      for (const { id, location, quantities } of (node &&
        "inventoryLevels" in node &&
        node.inventoryLevels.nodes) ||
        []) {
        const of = (name: string) => quantities.find((each) => each.name === name)?.quantity ?? 0;
        if (location.id !== locationId)
          levels.push({
            id,
            locationId: location.id,
            available: of("available"),
            committed: of("committed"),
          });
      }
  }
  return levels;
}

/**
 * Stops stocking an item at the location of this inventory level. Shopify drops its stock without an error,
 * including pieces committed to orders: read the level first.
 */
export async function deactivateStock(
  shop: ShopDomain,
  inventoryLevelId: string,
): Promise<Exclude<StockChange, { kind: "stale" }>> {
  const { inventoryDeactivate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation deactivateStock($inventoryLevelId: ID!) {
        inventoryDeactivate(inventoryLevelId: $inventoryLevelId) { userErrors { message } }
      }
    `,
      { variables: { inventoryLevelId } },
    ),
  );
  return outcome(inventoryDeactivate?.userErrors ?? []);
}

function outcome(userErrors: { message: string }[]): Exclude<StockChange, { kind: "stale" }> {
  const problem = messageOfUserErrors(userErrors);
  return problem === null ? { kind: "done" } : { kind: "user-errors", problem };
}
