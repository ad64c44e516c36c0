import { findFulfillmentOrder } from "../orders/fulfillment-orders.ts";
import { mayRead, mayReadOrder } from "../orders/visibility.ts";
import { notServed } from "../admin-errors.ts";
import { numberIn, typeIn } from "../ids.ts";
import { findLocation } from "../stock/stock.ts";
import { describeFulfillment, describeFulfillmentOrder } from "./fulfillment-order-descriptions.ts";
import { findFulfillment } from "./fulfillments.ts";
import { describeItem, describeLocation } from "./inventory-descriptions.ts";
import { describeLine, describeOrder } from "./order-descriptions.ts";
import { describeProduct, describeVariant } from "./product-descriptions.ts";
import type { AdminContext, Resolvers } from "./resolver.ts";

export const nodeResolvers: Resolvers = {
  QueryRoot: {
    node: (_source, { id }: { id: string }, context) => findNode(context, id),
    nodes: (_source, { ids }: { ids: string[] }, context) => ids.map((id) => findNode(context, id)),
  },
};

function findNode({ shop, grant, now }: AdminContext, id: string): object | null {
  const type = typeIn(id);
  const number = numberIn(type, id);
  switch (type) {
    case "Product":
      return described(shop.catalog.products.get(number), (found) => describeProduct(shop, found));
    case "ProductVariant":
      return described(shop.catalog.variants.get(number), (found) => describeVariant(shop, found));
    case "InventoryItem":
      return described(shop.catalog.items.get(number), (found) => describeItem(shop, found));
    case "Location":
      return described(findLocation(shop, number), (found) => describeLocation(shop, found));
    case "Order":
      return described(
        shop.orders.find((order) => order.id === number && mayReadOrder(grant, order, now)),
        (found) => describeOrder(shop, found),
      );
    case "FulfillmentOrder": {
      const found = findFulfillmentOrder(shop, number);
      return found && mayRead(grant, found) ? describeFulfillmentOrder(shop, found) : null;
    }
    case "Fulfillment":
      return described(findFulfillment(shop, id), (found) => describeFulfillment(shop, found));
    case "LineItem": {
      const order = shop.orders.find(({ lines }) => lines.some((line) => line.id === number));
      const line = order?.lines.find((each) => each.id === number);
      return order && line && mayReadOrder(grant, order, now) ? describeLine(shop, order, line) : null;
    }
    default:
      throw notServed("Node", type);
  }
}

function described<Found>(found: Found | undefined, describe: (found: Found) => object): object | null {
  return found === undefined ? null : describe(found);
}
