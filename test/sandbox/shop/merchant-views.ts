import type { Product } from "./catalog/catalog.ts";
import { amount } from "./catalog/money.ts";
import { gid } from "./ids.ts";
import { isoTime } from "./occasion.ts";
import type { Order, TrackingInfo } from "./orders/order.ts";
import { totalAvailable } from "./stock/stock.ts";

export interface OrderView {
  id: string;
  name: string;
  fulfillmentOrders: {
    id: string;
    status: string;
    requestStatus: string;
    /** The service's answer, if it says more than yes or no. */
    answer?: {
      message: string | null;
      reason: string | null;
      lineItems: { sku: string | null; message: string | null }[];
      estimatedShippedAt: string | null;
    };
  }[];
  /** `events`: the states of the package, if any is known. */
  fulfillments: { tracking: TrackingInfo[]; events?: { status: string; happenedAt: string }[] }[];
  cancelledAt: string | null;
}

export interface ProductView {
  id: string;
  title: string;
  status: string;
  variants: {
    id: string;
    sku: string | null;
    price: string;
    cost: string | null;
    available: number;
  }[];
}

/** An order as the merchant sees it; canceled packages are not shown. */
export function viewOrder(order: Order): OrderView {
  return {
    id: gid("Order", order.id),
    name: order.name,
    fulfillmentOrders: order.fulfillmentOrders.map(({ id, status, requestStatus, answer }) => ({
      id: gid("FulfillmentOrder", id),
      status,
      requestStatus,
      ...((answer?.reason ?? answer?.estimatedShippedAt) && {
        answer: {
          message: answer.message,
          reason: answer.reason,
          lineItems: answer.lineItems.map(({ line, message }) => ({ sku: line.line.sku, message })),
          estimatedShippedAt: answer.estimatedShippedAt && isoTime(answer.estimatedShippedAt),
        },
      }),
    })),
    fulfillments: order.fulfillments
      .filter(({ status }) => status === "SUCCESS")
      .map(({ tracking, events }) => ({
        tracking,
        ...(events.length > 0 && {
          events: events.map(({ status, happenedAt }) => ({ status, happenedAt: isoTime(happenedAt) })),
        }),
      })),
    cancelledAt: order.cancelledAt && isoTime(order.cancelledAt),
  };
}

export function viewProduct({ id, title, status, variants }: Product): ProductView {
  return {
    id: gid("Product", id),
    title,
    status,
    variants: variants.map((variant) => ({
      id: gid("ProductVariant", variant.id),
      sku: variant.item.sku,
      price: variant.price,
      cost: variant.item.cost === null ? null : amount(variant.item.cost),
      available: totalAvailable(variant.item),
    })),
  };
}
