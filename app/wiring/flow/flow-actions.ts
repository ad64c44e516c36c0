import { shopOrderId, shopProductId } from "../../shop/ids.ts";

/** Our actions in Shopify Flow, by their handles in `extensions/`. */
export const flowActions = [
  "send-order-to-supplier",
  "hold-order-for-supplier",
  "cancel-order-with-supplier",
  "refresh-supplier-product",
] as const;

export type FlowAction = (typeof flowActions)[number];

/** Returns the id of the order or product that an action is about; null if the call has none. */
export function subjectOf(
  action: FlowAction,
  {
    order_id: order,
    product_id: product,
  }: { order_id?: string | undefined; product_id?: string | undefined },
): string | null {
  return action === "refresh-supplier-product" ? shopProductId(product ?? null) : shopOrderId(order ?? null);
}
