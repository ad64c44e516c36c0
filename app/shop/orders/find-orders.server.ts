import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";

export type FoundOrder = { id: string; name: string };

export function listLatestOrders(shop: ShopDomain, count: number): Promise<FoundOrder[]> {
  return readOrders(shop, { first: count, query: null });
}

/**
 * Finds the shop's orders with that name, "#1001", or with that number, "1001". Shopify hides orders of more than 60 days, and
 * its search shows new ones some seconds later.
 */
export async function findOrdersByName(shop: ShopDomain, name: string): Promise<FoundOrder[]> {
  const number = numberOf(name);
  // Shopify's search finds words, so it may also find longer names.
  const query = [...new Set([name, number])].map((each) => `name:${quoted(each)}`).join(" OR ");
  const found = await readOrders(shop, { first: ALIKE_AT_MOST, query });
  return found.filter((each) => numberOf(each.name) === number);
}

const ALIKE_AT_MOST = 10;

/** Returns an order's name as names are compared: without "#" in front, whatever its case. */
export function numberOf(name: string): string {
  return name.trim().replace(/^#+/, "").toLowerCase();
}

/** Quotes a text for a search (shopify.dev: Shopify API search syntax), so that no part of it works as an operator. */
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
