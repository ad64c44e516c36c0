import type { Product } from "./catalog/catalog.ts";
import { amount } from "./catalog/money.ts";
import { gid } from "./ids.ts";
import { isoTime } from "./occasion.ts";
import type { Order, TrackingInfo } from "./orders/order.ts";
import { totalAvailable } from "./stock/stock.ts";

export interface OrderView {
  id: string;
  name: string;
  fulfillmentOrders: { id: string; status: string; requestStatus: string }[];
  fulfillments: { tracking: TrackingInfo[] }[];
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

/** An order as the merchant sees it; canceled parcels are not shown. */
export function viewOrder(order: Order): OrderView {
  return {
    id: gid("Order", order.id),
    name: order.name,
    fulfillmentOrders: order.fulfillmentOrders.map(({ id, status, requestStatus }) => ({
      id: gid("FulfillmentOrder", id),
      status,
      requestStatus,
    })),
    fulfillments: order.fulfillments
      .filter(({ status }) => status === "SUCCESS")
      .map(({ tracking }) => ({ tracking })),
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
