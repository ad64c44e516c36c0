import { randomUUID } from "node:crypto";

import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Message } from "../messages/message.ts";
import { mutateShop } from "./call.server.ts";
import { messageOfUserErrors } from "./user-errors.ts";

/** The outcome of a stock change. `stale`: the stock has changed since it was read, and nothing was written. */
export type StockChange = { kind: "done" } | { kind: "stale" } | { kind: "user-errors"; problem: Message };

/** The most that one mutation accepts (shopify.dev: arrays). */
const MAX_QUANTITIES = 250;

/** Stocks an item at a location, with `available` pieces of it. */
export async function activateStock(
  shop: ShopDomain,
  {
    inventoryItemId,
    locationId,
    available,
  }: { inventoryItemId: string; locationId: string; available: number },
): Promise<StockChange> {
  const { inventoryActivate } = await mutateShop(shop, (request) =>
    request(
      `#graphql
      mutation activateStock($inventoryItemId: ID!, $locationId: ID!, $available: Int, $key: String!) {
        inventoryActivate(inventoryItemId: $inventoryItemId, locationId: $locationId, available: $available)
        @idempotent(key: $key) {
          userErrors { message }
        }
      }
    `,
      { variables: { inventoryItemId, locationId, available, key: randomUUID() } },
    ),
  );
  return outcome(inventoryActivate?.userErrors ?? []);
}

/** Sets the available pieces of each item at a location, from what was read: `stale` where that has changed. */
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

/** Stops stocking an item at the location of this inventory level. */
export async function deactivateStock(shop: ShopDomain, inventoryLevelId: string): Promise<StockChange> {
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

function outcome(userErrors: { message: string }[]): StockChange {
  const problem = messageOfUserErrors(userErrors);
  return problem === null ? { kind: "done" } : { kind: "user-errors", problem };
}
