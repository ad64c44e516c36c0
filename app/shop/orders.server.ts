import type { ShopDomain } from "../lib/shop-domain.ts";
import { askShop } from "./call.server.ts";

/** Whether the shop says that the customer's order is cancelled. An order that is no longer there is, too. */
export async function isOrderCancelled(shop: ShopDomain, id: string): Promise<boolean> {
  const { order } = await askShop(shop, (request) =>
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
