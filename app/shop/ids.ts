import { type z } from "zod";

/**
 * Shopify's global ids, `gid://shopify/<Type>/<number>`. They are validated once and trusted afterwards. Their types
 * keep them apart from each other and from the supplier's ids.
 */
export type ShopOrderId = string & z.$brand<"ShopOrderId">;
export type ShopProductId = string & z.$brand<"ShopProductId">;
export type ShopVariantId = string & z.$brand<"ShopVariantId">;
export type FulfillmentOrderId = string & z.$brand<"FulfillmentOrderId">;

/** Returns an order's global id from a webhook's or a URL's number or global id. */
export function shopOrderId(numberOrGid: string | null): ShopOrderId | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : (`gid://shopify/Order/${number}` as ShopOrderId);
}

/** Returns a fulfillment order's global id from a webhook's number or global id. */
export function fulfillmentOrderId(numberOrGid: string | null): FulfillmentOrderId | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : (`gid://shopify/FulfillmentOrder/${number}` as FulfillmentOrderId);
}

/** Returns a product's global id from a webhook's number or global id. */
export function shopProductId(numberOrGid: string | null): ShopProductId | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : (`gid://shopify/Product/${number}` as ShopProductId);
}

/** Returns an inventory item's global id from a webhook's number or global id. */
export function inventoryItemId(numberOrGid: string | null): string | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : `gid://shopify/InventoryItem/${number}`;
}

/** Returns a bulk operation's global id from a webhook's number or global id. */
export function bulkOperationId(numberOrGid: string | null): string | null {
  const number = numberIn(numberOrGid ?? "");
  return number === null ? null : `gid://shopify/BulkOperation/${number}`;
}

/** Returns the number at the end of a global id; null if there is none. */
export function numberIn(gid: string): string | null {
  return /\d+$/.exec(gid)?.[0] ?? null;
}

/** Returns the URL of an order's page in the shop's admin, for App Bridge. */
export function adminOrderUrl(id: string): `shopify:admin/${string}` {
  return `shopify:admin/orders/${numberIn(id) ?? ""}`;
}

/** Returns the URL of a product's page in the shop's admin. */
export function adminProductUrl(id: string): `shopify:admin/${string}` {
  return `shopify:admin/products/${numberIn(id) ?? ""}`;
}
