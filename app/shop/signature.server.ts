import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { env } from "../lib/env.server.ts";

/** Headers of Shopify's signature, of webhooks and of the newer events. */
export const SIGNATURE_HEADERS = ["x-shopify-hmac-sha256", "shopify-hmac-sha256"] as const;

/**
 * Returns true if Shopify signed a body with the app's secret (HMAC-SHA256, base64). Same as in Shopify's own
 * library, without its overhead per webhook.
 */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders): boolean {
  const given = SIGNATURE_HEADERS.map((name) => headers[name]).find(Boolean);
  if (typeof given !== "string" || body.length === 0) return false;
  const right = createHmac("sha256", env.SHOPIFY_API_SECRET).update(body).digest("base64");
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}
