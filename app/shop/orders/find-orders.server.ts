import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";

export type FoundOrder = { id: string; name: string };

export function listLatestOrders(shop: ShopDomain, count: number): Promise<FoundOrder[]> {
  return readOrders(shop, { first: count, query: null });
}

/**
 * Finds the shop's orders with a name ("#1001") or its number ("1001"). Shopify hides orders that are older than 60
 * days, and its search finds new orders only after some seconds.
 */
export async function findOrdersByName(shop: ShopDomain, name: string): Promise<FoundOrder[]> {
  const number = numberOf(name);
  // Shopify's search finds words, so it may also find longer names.
  const query = [...new Set([name, number])].map((each) => `name:${quoted(each)}`).join(" OR ");
  const found = await readOrders(shop, { first: ALIKE_AT_MOST, query });
  return found.filter((each) => numberOf(each.name) === number);
}

const ALIKE_AT_MOST = 10;

/**
 * Finds the newest orders with all the words in any of the fields that Shopify searches by default, such as the
 * customer's name and email (Admin schema, `orders`, `query`: "default"). Reads only their ids. Does not find orders
 * that are more than 60 days old, because the app may not read them.
 */
export async function searchOrders(
  shop: ShopDomain,
  words: string,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const query = words.split(/\s+/).map(quoted).join(" ");
  const { orders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query searchOrders($first: Int!, $query: String!) {
        orders(first: $first, query: $query, sortKey: CREATED_AT, reverse: true) {
          nodes { id }
          pageInfo { hasNextPage }
        }
      }
    `,
      { variables: { first: FOUND_AT_MOST, query } },
    ),
  );
  return { ids: orders.nodes.map(({ id }) => id), hasMore: orders.pageInfo.hasNextPage };
}

/** Maximum number of orders that a search returns: the newest ones. */
const FOUND_AT_MOST = 100;

/** Returns an order's name for comparisons: without "#" in front, and in lowercase. */
export function numberOf(name: string): string {
  return name.trim().replace(/^#+/, "").toLowerCase();
}

/**
 * Quotes a text for a search, so that no part of it works as an operator. A backslash makes the next character literal
 * (https://shopify.dev/docs/api/usage/search-syntax).
 */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

async function readOrders(
  shop: ShopDomain,
  variables: { first: number; query: string | null },
): Promise<FoundOrder[]> {
  const { orders } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query latestOrders($first: Int!, $query: String) {
        orders(first: $first, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { id name } }
      }
    `,
      { variables },
    ),
  );
  return orders.nodes;
}
