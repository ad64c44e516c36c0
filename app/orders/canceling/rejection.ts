import type { Rejection } from "../../shop/orders/request-answers.server.ts";
import type { RejectionWord } from "../../wholesale/resources.ts";
import type { ReasonCode } from "../reasons/reason.ts";

/** Shopify's rejection reasons for orders that wait, by our reason. All other reasons are OTHER. */
const REASONS: { [Code in ReasonCode]?: Rejection["reason"] } = {
  "out-of-stock": "INVENTORY_OUT_OF_STOCK",
  "stock-unreadable": "INVENTORY_OUT_OF_STOCK",
  "no-sku": "INVALID_SKU",
  "unlinked-variant": "INVALID_SKU",
  discontinued: "INELIGIBLE_PRODUCT",
  "account-changed": "INELIGIBLE_PRODUCT",
  "price-unreadable": "INCORRECT_PRODUCT_INFO",
  "product-unreadable": "INCORRECT_PRODUCT_INFO",
  "no-address": "INCORRECT_ADDRESS",
  "address-not-shown": "INCORRECT_ADDRESS",
  "no-street": "INCORRECT_ADDRESS",
  "no-city": "INCORRECT_ADDRESS",
  "no-postcode": "INCORRECT_ADDRESS",
  "no-country": "INCORRECT_ADDRESS",
  "unknown-province": "INCORRECT_ADDRESS",
  "no-name": "INVALID_CONTACT_INFORMATION",
  "not-shipped": "UNDELIVERABLE_DESTINATION",
};

/** Shopify's rejection reasons, by the reason that the supplier names. */
const SAID: Record<RejectionWord, Rejection["reason"]> = {
  "out-of-stock": "INVENTORY_OUT_OF_STOCK",
  "unknown-product": "INVALID_SKU",
  undeliverable: "UNDELIVERABLE_DESTINATION",
  "wrong-address": "INCORRECT_ADDRESS",
};

/**
 * Returns Shopify's rejection reason for the reason in an order's row. If the supplier rejected the order, the reason
 * that the supplier named decides.
 */
export function rejectionReasonOf(code: string | null, reasonParams: unknown): Rejection["reason"] {
  const { word } = (reasonParams ?? {}) as { word?: RejectionWord };
  return (word && SAID[word]) ?? REASONS[(code ?? "") as ReasonCode] ?? "OTHER";
}
