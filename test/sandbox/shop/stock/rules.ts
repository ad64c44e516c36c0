import type { Location } from "./stock.ts";

/** A SKU is "required in order to connect to a fulfillment service" (Admin schema, ProductVariant.sku). */
export function stockableAt(location: Location, sku: string | null): boolean {
  return location.service === null || Boolean(sku?.trim());
}
