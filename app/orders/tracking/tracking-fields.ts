import { webAddress } from "../../lib/http/web-address.ts";
import { isShopCarrier } from "../../shop/orders/carriers.ts";
import type { Tracking } from "../../shop/orders/fulfillment-order.ts";

/** The tracking fields of a package, as the supplier writes them. */
export type TrackingFields = {
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
};

/**
 * Drops blanks, placeholders that stand for a number ("N/A", "pending"), links that no browser opens, and links that
 * are templates. Keeps a link only in the form that Shopify accepts.
 */
export function tidyTracking({ carrier, trackingNumber, trackingUrl }: TrackingFields): TrackingFields {
  const numbers = numbersIn(trackingNumber);
  // A link belongs to its number. If the number is a placeholder, the link was made from it and leads nowhere.
  const isPlaceholder = trackingNumber !== null && trackingNumber.trim() !== "" && numbers.length === 0;
  const url = isPlaceholder || isTemplate(trackingUrl) ? null : webAddress(trackingUrl?.trim() ?? null);
  return {
    carrier: carrier?.trim() || null,
    trackingNumber: numbers.join(", ") || null,
    trackingUrl: url && new URL(url).href,
  };
}

/**
 * Splits a package's tracking into one per number. A single number keeps the link. If the link contains exactly one of
 * several numbers, only that number gets it. In all other cases the carrier decides. If Shopify knows the carrier, no
 * number gets the link, because Shopify makes better links. If not, all numbers get the link.
 */
export function trackingsOf({ company, number, url }: Tracking): Tracking[] {
  const numbers = numbersIn(number);
  if (numbers.length === 1) return [{ company, number: numbers[0] ?? null, url }];
  const linked = numbers.filter((each) => url?.includes(encodeURIComponent(each)));
  return numbers.map((each) => ({
    company,
    number: each,
    url: (linked.length === 1 ? linked[0] === each : !isShopCarrier(company)) ? url : null,
  }));
}

/** Separators between numbers. A number may contain spaces. */
const SEPARATORS = /[,;|/\r\n\t]+/;

/**
 * Returns all numbers in a text. Texts without a digit, and zeros, are placeholders, because no carrier has such
 * numbers.
 */
export function numbersIn(text: string | null): string[] {
  const parts = (text ?? "").split(SEPARATORS).map((part) => part.trim());
  return [...new Set(parts.filter((part) => /[1-9]/.test(part)))];
}

/** Returns true if a link still has a placeholder for the number, such as `{tracking}`, `[number]`, `<id>` or `%s`. */
function isTemplate(url: string | null): boolean {
  return url !== null && /[{}<>]|%7b|%7d|%3c|%3e|\[[a-z_ -]+\]|%s\b/i.test(url);
}
