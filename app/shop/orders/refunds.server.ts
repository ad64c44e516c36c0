import Big from "big.js";

import { type Money, subtract, sum } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";
import type { Refund, Refunds, Taxed } from "./fulfillment-order.ts";
import { type ReadMoney, sumOf, toMoney } from "./order-money.ts";

/**
 * Returns the ids of those of up to 100 orders that had money refunded and have changed since `since`. Omits orders that the
 * shop does not show.
 *
 * @param since null: whenever they changed.
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

/** Shopify's subtotals include tax if the order's prices do. */
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
 * Returns the part of a refund beyond its named lines and shipping; zero if there is none. A refund of unpaid
 * pieces, or one less a fee, returns less than it names.
 */
function beyond(amount: Money, named: Money): Money {
  const rest = subtract(amount, named);
  return new Big(rest.amount).gt(0) ? rest : { ...rest, amount: "0" };
}
