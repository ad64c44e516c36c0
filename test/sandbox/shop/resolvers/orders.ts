import { gid, numberIn } from "../ids.ts";
import { cancelOrder, type CancelOrderArgs } from "../orders/cancel-order.ts";
import { displayFulfillmentStatus, type Order } from "../orders/order.ts";
import { mayReadOrder } from "../orders/visibility.ts";
import type { ShopState } from "../state.ts";
import { connect, type PageArgs } from "./connection.ts";
import { describeOrder } from "./order-descriptions.ts";
import type { Resolvers } from "./resolver.ts";
import { searchIndex, type SearchFields } from "./search-syntax.ts";

interface OrdersArgs extends PageArgs {
  query?: string | null;
  sortKey?: string | null;
}

export const orderResolvers: Resolvers = {
  QueryRoot: {
    order: (_source, { id }: { id: string }, { shop, grant, now }) => {
      const order = findOrder(shop, id);
      return order && mayReadOrder(grant, order, now) ? describeOrder(shop, order) : null;
    },
    orders: (_source, args: OrdersArgs, context) => {
      const { shop, grant, now } = context;
      const readable = shop.orders.filter((order) => mayReadOrder(grant, order, now));
      return connect(
        searchIndex(context, readable, { query: args.query, fields: FIELDS }),
        args,
        (order) => describeOrder(shop, order),
        sorting(args.sortKey),
      );
    },
    /** Every job of the sandbox is done when it is answered. */
    job: (_source, { id }: { id: string }) => ({ __typename: "Job", id, done: true }),
  },
  Mutation: {
    orderCancel: (_source, { orderId, ...args }: CancelOrderArgs & { orderId: string }, context) => {
      const order = findOrder(context.shop, orderId);
      const refused = cancelOrder(context, order, args);
      const job = order && refused.length === 0 ? { id: gid("Job", order.id), done: false } : null;
      return { job, orderCancelUserErrors: refused, userErrors: refused };
    },
  },
};

const FIELDS: SearchFields<Order> = {
  /** "A case-insensitive search of multiple fields", such as "Bob Norman" (Admin schema, orders, query). */
  default: ({ name, email, phone, customer, shippingAddress }) => [
    name,
    email,
    phone,
    ...[customer, shippingAddress].flatMap((person) => [person?.firstName ?? null, person?.lastName ?? null]),
  ],
  id: ({ id }) => id,
  name: ({ name, number }) => [name, String(number)],
  email: ({ email }) => email,
  tag: ({ tags }) => tags,
  sku: ({ lines }) => lines.map(({ sku }) => sku),
  status: (order) => (order.cancelledAt ? "cancelled" : order.closedAt ? "closed" : "open"),
  financial_status: ({ financialStatus }) => financialStatus,
  fulfillment_status: (order) => FULFILLMENT_WORDS[displayFulfillmentStatus(order)] ?? "unfulfilled",
  created_at: ({ createdAt }) => createdAt,
  processed_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
};

/** The words of the search differ from those of the field (Admin schema, orders, query). */
const FULFILLMENT_WORDS: Record<string, string> = {
  FULFILLED: "shipped",
  PARTIALLY_FULFILLED: "partial",
};

function sorting(sortKey: string | null | undefined): (order: Order) => number | string {
  switch (sortKey) {
    case "ID":
      return ({ id }) => id;
    case "ORDER_NUMBER":
      return ({ number }) => number;
    case "UPDATED_AT":
      return ({ updatedAt }) => updatedAt.getTime();
    default:
      return ({ createdAt }) => createdAt.getTime();
  }
}

function findOrder(shop: ShopState, id: string): Order | undefined {
  const number = numberIn("Order", id);
  return shop.orders.find((order) => order.id === number);
}
