import { type z } from "zod";

/**
 * Shopify's global ids, `gid://shopify/<Type>/<number>`, checked or made once and trusted inside. Shopify's own objects
 * have one each; none of them is ever mistaken for another, or for one of the supplier's.
 */
export type ShopOrderId = string & z.$brand<"ShopOrderId">;
export type ShopProductId = string & z.$brand<"ShopProductId">;
export type ShopVariantId = string & z.$brand<"ShopVariantId">;
export type FulfillmentOrderId = string & z.$brand<"FulfillmentOrderId">;

/** An order's global id from what a webhook or an address names it by: the number, or the global id itself. */
export function shopOrderId(numberOrGid: string | null): ShopOrderId | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : (`gid://shopify/Order/${number}` as ShopOrderId);
}

/** A fulfillment order's global id from what a webhook names it by. */
export function fulfillmentOrderId(numberOrGid: string | null): FulfillmentOrderId | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : (`gid://shopify/FulfillmentOrder/${number}` as FulfillmentOrderId);
}

/** A product's global id from what a webhook names it by. */
export function shopProductId(numberOrGid: string | null): ShopProductId | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : (`gid://shopify/Product/${number}` as ShopProductId);
}

/** An inventory item's global id from what a webhook names it by. */
export function inventoryItemId(numberOrGid: string | null): string | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : `gid://shopify/InventoryItem/${number}`;
}

/** A bulk operation's global id from what a webhook names it by. */
export function bulkOperationId(numberOrGid: string | null): string | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : `gid://shopify/BulkOperation/${number}`;
}

/** The number at the end of a global id; null when there is none. */
export function numberIn(gid: string): string | null {
  return /\d+$/.exec(gid)?.[0] ?? null;
}

/** An order's page in the shop's admin, as App Bridge opens it. */
export function adminOrderUrl(id: string): `shopify:admin/${string}` {
  return `shopify:admin/orders/${numberIn(id) ?? ""}`;
}

/** A product's page in the shop's admin. */
export function adminProductUrl(id: string): `shopify:admin/${string}` {
  return `shopify:admin/products/${numberIn(id) ?? ""}`;
}
