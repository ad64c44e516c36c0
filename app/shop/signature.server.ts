import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import { env } from "../lib/env.server.ts";

/** Where Shopify puts the signature of what it posts: as of webhooks, and as of the newer events. */
export const SIGNATURE_HEADERS = ["x-shopify-hmac-sha256", "shopify-hmac-sha256"] as const;

/**
 * Whether Shopify signed a body with the app's secret (HMAC-SHA256, base64). As Shopify's own library does it, without
 * what that does around it: a webhook is to cost next to nothing.
 */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders): boolean {
  const given = SIGNATURE_HEADERS.map((name) => headers[name]).find(Boolean);
  if (typeof given !== "string" || body.length === 0) return false;
  const right = createHmac("sha256", env.SHOPIFY_API_SECRET).update(body).digest("base64");
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}
