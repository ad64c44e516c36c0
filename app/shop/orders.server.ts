import { Failure } from "../lib/failure.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";

/** Whether the customer's order is cancelled in the shop. An order that is no longer there counts as cancelled. */
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

/** Which of these orders are cancelled in the shop. One that the shop does not show, perhaps an old one, is left out. */
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

/** Whether Shopify lets the app see orders at all, which beside the scope takes its approval for customer data. */
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
