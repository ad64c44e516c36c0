import Big from "big.js";

import { type Money, subtract, sum } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import {
  isOver,
  NO_PAST,
  type PastPieces,
  type Refund,
  type Refunds,
  statusOf,
  type Taxed,
} from "./fulfillment-order.ts";
import { type ReadMoney, sumOf, toMoney } from "./order-money.ts";

/**
 * Selects, from up to 100 orders, the ids of those that had money refunded and have changed since `since`. Omits orders
 * that the shop does not show.
 *
 * @param since null for orders that changed at any time.
 */
export async function findRefunded(
  shop: ShopDomain,
  { ids, since }: { ids: string[]; since: Date | null },
): Promise<string[]> {
  const { nodes } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query refundedOrders($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on Order { id updatedAt totalRefundedSet { shopMoney { amount } } }
        }
      }
    `,
      { variables: { ids } },
    ),
  );
  return nodes.flatMap((node) => {
    if (!node || !("totalRefundedSet" in node)) return [];
    const isRefunded = new Big(node.totalRefundedSet.shopMoney.amount).gt(0);
    return isRefunded && (since === null || new Date(node.updatedAt) >= since) ? [node.id] : [];
  });
}

/** Reads an order's refunds; null if the shop does not show the order. */
export async function readRefunds(shop: ShopDomain, id: string): Promise<Refunds | null> {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query orderRefunds($id: ID!) {
        order(id: $id) {
          totalPriceSet { shopMoney { amount currencyCode } }
          taxesIncluded
          subtotalLineItemsQuantity
          refunds(first: 50) {
            createdAt
            totalRefundedSet { shopMoney { amount currencyCode } }
            refundLineItems(first: 50) {
              nodes {
                quantity
                subtotalSet { shopMoney { amount currencyCode } }
                totalTaxSet { shopMoney { amount currencyCode } }
                lineItem { id currentQuantity }
              }
            }
            refundShippingLines(first: 5) {
              nodes {
                subtotalAmountSet { shopMoney { amount currencyCode } }
                taxAmountSet { shopMoney { amount currencyCode } }
              }
            }
          }
        }
      }
    `,
      { variables: { id } },
    ),
  );
  if (!order) return null;
  const { taxesIncluded, subtotalLineItemsQuantity: pieces } = order;
  const total = toMoney(order.totalPriceSet.shopMoney);
  const each = order.refunds.flatMap((refund): Refund[] => {
    if (!refund.createdAt) return [];
    const lines = refund.refundLineItems.nodes.map(({ quantity, subtotalSet, totalTaxSet, lineItem }) => ({
      lineItemId: lineItem.id,
      quantity,
      current: lineItem.currentQuantity,
      ...toTaxed(subtotalSet, totalTaxSet, taxesIncluded),
    }));
    const shipping = refund.refundShippingLines.nodes.map(({ subtotalAmountSet, taxAmountSet }) =>
      toTaxed(subtotalAmountSet, taxAmountSet, taxesIncluded),
    );
    const named = sumMoney([...lines, ...shipping], "gross", total);
    return [
      {
        at: new Date(refund.createdAt),
        lines,
        shipping: { net: sumMoney(shipping, "net", total), gross: sumMoney(shipping, "gross", total) },
        goodwill: beyond(sumOf([refund.totalRefundedSet], total), named),
      },
    ];
  });
  return { total, pieces, each: each.toSorted((one, other) => one.at.getTime() - other.at.getTime()) };
}

/**
 * Reads the fulfilled, refunded and remaining pieces of an order that has refunds. Leaves out refunds, fulfillments and
 * lines beyond the pages that it reads: refunded pieces then count as ordered. Reads everything with one query: two
 * replies may come from different replicas, and show a piece both as refunded and as remaining.
 */
export async function readPastPieces(shop: ShopDomain, id: string): Promise<PastPieces> {
  const { order } = await queryShop(shop, (request) =>
    request(
      `#graphql
      query pastPieces($id: ID!) {
        order(id: $id) {
          fulfillments(first: 20) {
            id createdAt status fulfillmentLineItems(first: 20) { nodes { quantity lineItem { id } } }
          }
          refunds(first: 20) {
            createdAt refundLineItems(first: 20) { nodes { quantity restockType lineItem { id } } }
          }
          fulfillmentOrders(first: 20, reverse: true) {
            nodes {
              status lineItems(first: 50) { nodes { remainingQuantity lineItem { id currentQuantity } } }
            }
          }
        }
      }
    `,
      { variables: { id } },
    ),
  );
  if (!order) return NO_PAST;
  const lines = new Map<string, { ordered: number; remaining: number }>();
  for (const { status, lineItems } of order.fulfillmentOrders.nodes)
    for (const { remainingQuantity, lineItem } of lineItems.nodes) {
      const { remaining } = lines.get(lineItem.id) ?? { remaining: 0 };
      const more = isOver(statusOf(status)) ? 0 : remainingQuantity;
      lines.set(lineItem.id, { ordered: lineItem.currentQuantity, remaining: remaining + more });
    }
  return {
    fulfilled: order.fulfillments
      .filter(({ status }) => status === "SUCCESS")
      .map(({ id: fulfillmentId, createdAt, fulfillmentLineItems }) => ({
        id: fulfillmentId,
        at: new Date(createdAt),
        lines: fulfillmentLineItems.nodes.map(toPieces),
      })),
    refunded: order.refunds.flatMap(({ createdAt, refundLineItems }) => {
      // `CANCEL` restocks pieces that have not left (Admin schema, RefundLineItemRestockType).
      const left = refundLineItems.nodes.filter(({ restockType }) => restockType !== "CANCEL");
      return createdAt ? [{ at: new Date(createdAt), lines: left.map(toPieces) }] : [];
    }),
    lines,
  };
}

function toPieces({ quantity, lineItem }: { quantity?: number | null; lineItem: { id: string } }) {
  return { lineItemId: lineItem.id, quantity: quantity ?? 0 };
}

/** Shopify's subtotals include tax if the order's prices include tax. */
function toTaxed(subtotal: ReadMoney, tax: ReadMoney, taxesIncluded: boolean): Taxed {
  const [price, onIt] = [toMoney(subtotal.shopMoney), toMoney(tax.shopMoney)];
  return taxesIncluded
    ? { net: subtract(price, onIt), gross: price }
    : { net: price, gross: sum([price, onIt]) ?? price };
}

function sumMoney(amounts: readonly Taxed[], part: keyof Taxed, { currency }: Money): Money {
  return sum(amounts.map((each) => each[part])) ?? { amount: "0", currency };
}

/**
 * Returns the part of a refund that is for neither its named lines nor its shipping; zero if there is none. A refund of
 * unpaid pieces, or a refund less a fee, is smaller than the price of the pieces that it names.
 */
function beyond(amount: Money, named: Money): Money {
  const rest = subtract(amount, named);
  return new Big(rest.amount).gt(0) ? rest : { ...rest, amount: "0" };
}
