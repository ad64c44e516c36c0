import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";

/** Whether the shop says that the customer's order is cancelled. An order that is no longer there is, too. */
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

/** Which of these the shop shows as cancelled. That it does not show one, an old one perhaps, says nothing. */
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
