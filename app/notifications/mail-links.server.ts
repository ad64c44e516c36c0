import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../lib/database/keyed-hash.server.ts";
import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import type { Locale } from "../messages/translate.ts";

export type Recipient = { shop: ShopDomain; id: string };
/** The action that a link in an e-mail offers. */
type LinkAction = "confirm" | "unsubscribe";

/**
 * Returns the URL of a page for one recipient, in their language. The signature stays valid until the
 * installation's salt changes.
 */
export async function mailLink(
  action: LinkAction,
  { shop, id, locale }: Recipient & { locale: Locale },
): Promise<string> {
  const signature = await signatureOf(action, { shop, id });
  const query = new URLSearchParams({ shop, id, locale, signature });
  return `${env.SHOPIFY_APP_URL}/notifications/${action}?${query.toString()}`;
}

/** Returns true if this installation has signed the link. */
export async function isSigned(
  action: LinkAction,
  { signature, ...recipient }: Recipient & { signature: string },
): Promise<boolean> {
  const [given, own] = [signature, await signatureOf(action, recipient)].map((text) => Buffer.from(text));
  return given !== undefined && own?.length === given.length && timingSafeEqual(given, own);
}

async function signatureOf(action: LinkAction, { shop, id }: Recipient): Promise<string> {
  const hash = await keyedHash();
  return hash(`notifications ${action} ${shop} ${id}`);
}

/** Returns the URL of a page of the app, or of the shop's admin, within Shopify's admin. */
export function adminLink(shop: ShopDomain, url: string): string {
  const admin = `${env.SHOPIFY_ADMIN_URL}/store/${shop.replace(/\.myshopify\.com$/, "")}`;
  const inAdmin = /^shopify:admin(\/.*)$/.exec(url)?.[1];
  return inAdmin === undefined ? `${admin}/apps/${env.SHOPIFY_API_KEY}${url}` : `${admin}${inAdmin}`;
}
