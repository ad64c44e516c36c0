import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";

/** Returns true if the customer's order is canceled or the shop no longer has it. */
export async function isOrderCancelled(shop: ShopDomain, id: string): Promise<boolean> {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderCancelled($id: ID!) {
        order(id: $id) { cancelledAt }
      }
    `,
      { variables: { id } },
    ),
  );
  return !order || order.cancelledAt != null;
}

/**
 * Returns those orders that are canceled in the shop. Omits orders that the shop does not show, such as old
 * ones.
 */
export async function findCancelled(shop: ShopDomain, ids: string[]): Promise<string[]> {
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query cancelledOrders($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order { id cancelledAt }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return nodes.flatMap((node) =>
    node && "cancelledAt" in node && node.cancelledAt != null ? [node.id] : [],
  );
}

/**
 * Returns true if Shopify lets the app read orders, which takes the scope and an approval for customer data.
 */
export async function mayReadOrders(shop: ShopDomain): Promise<boolean> {
  try {
    await queryShop(shop, (request) =>
      request(`#graphql
        query orderAccess { orders(first: 1) { nodes { id } } }
      `),
    );
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "rejected") return false;
    throw error;
  }
}
