import { randomUUID } from "node:crypto";

import type { ShopDomain } from "../lib/shop-domain.ts";
import { mutateShop } from "./call.server.ts";
import { sayUserErrors } from "./failures.ts";

/** What became of a change of stock. `stale`: somebody else changed it since it was read. */
export type StockChange = { kind: "done" } | { kind: "stale" } | { kind: "user-errors"; said: string };

/** Most that one mutation takes (shopify.dev: arrays). */
const QUANTITIES_AT_ONCE = 250;

/** Stocks an item at a location, with so much of it. */
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

/** Sets how much of each item there is at a location, where it still is what it was read to be. */
export async function setAvailable(
  shop: ShopDomain,
  locationId: string,
  changes: { inventoryItemId: string; from: number; to: number }[],
): Promise<StockChange> {
  for (let start = 0; start < changes.length; start += QUANTITIES_AT_ONCE) {
    const quantities = changes
      .slice(start, start + QUANTITIES_AT_ONCE)
      .map(({ inventoryItemId, from, to }) => ({
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

/** Stops stocking an item at the place that this level stands for. */
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
  const said = sayUserErrors(userErrors);
  return said === null ? { kind: "done" } : { kind: "user-errors", said };
}
