import { randomUUID } from "node:crypto";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import { mutateShop, queryShop } from "../call.server.ts";
import { messageOfUserErrors } from "../failures.ts";

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

type OnHandLine = { inventoryItemId: string; quantity: number };

/** The outcome. `rejected`: why Shopify rejected a line, by its inventory item. */
type OnHandSet = { kind: "done"; rejected: Map<string, Message> } | { kind: "user-errors"; problem: Message };

/** Maximum per mutation (shopify.dev: arrays). */
const LINES_A_CALL = 250;

/**
 * Sets the pieces on hand at a location, 250 lines per call, across products. Shopify subtracts committed pieces at the
 * moment of writing. Therefore concurrent sales are not lost, and no read is needed first. Drops rejected lines and
 * sends the other lines again.
 * @throws Failure if the shop gives no clear answer.
 */
export async function setOnHand(
  shop: ShopDomain,
  locationId: string,
  lines: OnHandLine[],
): Promise<OnHandSet> {
  const rejected = new Map<string, Message>();
  for (let start = 0; start < lines.length; start += LINES_A_CALL) {
    let left = lines.slice(start, start + LINES_A_CALL);
    while (left.length > 0) {
      const userErrors = await send(shop, locationId, left);
      const wrong = new Map(userErrors.flatMap((error) => lineOf(error, left)));
      if (userErrors.length > 0 && wrong.size === 0)
        return { kind: "user-errors", problem: messageOfUserErrors(userErrors) ?? { code: "failure.ours" } };
      if (wrong.size === 0) break;
      for (const [id, problem] of wrong) rejected.set(id, problem);
      left = left.filter(({ inventoryItemId }) => !wrong.has(inventoryItemId));
    }
  }
  return { kind: "done", rejected };
}

export type InventoryLevel = {
  id: string;
  inventoryItemId: string;
  locationId: string;
  available: number;
  committed: number;
};

/** Items per query. The ten levels of an item cost at most 33 points, and a query may cost a thousand. */
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
              id
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
    for (const node of nodes) {
      if (!node || !("inventoryLevels" in node)) continue;
      for (const { id, location, quantities } of node.inventoryLevels.nodes) {
        const of = (name: string) => quantities.find((each) => each.name === name)?.quantity ?? 0;
        const [available, committed] = [of("available"), of("committed")];
        if (location.id !== locationId)
          levels.push({ id, inventoryItemId: node.id, locationId: location.id, available, committed });
      }
    }
  }
  return levels;
}

/**
 * Stops stocking an item at the location of this inventory level. Shopify drops the item's stock there without an
 * error, including pieces committed to orders. Therefore read the level first.
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

type UserError = { field?: string[] | null; code?: string | null; message: string };

async function send(shop: ShopDomain, locationId: string, lines: OnHandLine[]): Promise<UserError[]> {
  const quantities = lines.map((line) => ({ ...line, locationId, changeFromQuantity: null }));
  const { inventorySetQuantities } = await mutateShop(
    shop,
    (request) =>
      request(
        `#graphql
      mutation setOnHand($input: InventorySetQuantitiesInput!, $key: String!) {
        inventorySetQuantities(input: $input) @idempotent(key: $key) {
          userErrors { field code message }
        }
      }
    `,
        { variables: { input: { name: "on_hand", reason: "correction", quantities }, key: randomUUID() } },
      ),
    { pace: "bulk" },
  );
  return inventorySetQuantities?.userErrors ?? [];
}

/**
 * Returns the error's inventory item and message, by the index in `field` (`["input", "quantities", "17", …]`);
 * undefined if the error names no line.
 */
function lineOf({ field, code, message }: UserError, lines: OnHandLine[]): [string, Message][] {
  const [, list, index] = field ?? [];
  const line = list === "quantities" && code !== "INVALID_LOCATION" ? lines[Number(index)] : undefined;
  const problem = messageOfUserErrors([{ message }]);
  return line && problem ? [[line.inventoryItemId, problem]] : [];
}
