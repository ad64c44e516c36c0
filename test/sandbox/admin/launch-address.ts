import { createHash } from "node:crypto";

/**
 * The address at which Shopify opens an app in its admin's frame: `path` on the app, with the shop, the admin's
 * address, and a fresh session token (shopify.dev, "Set up session tokens"; the parameters as @shopify/shopify-api
 * validates them). The `host` names Shopify's own admin, because the SDK accepts no other.
 */
export function launchAddress({
  appOrigin,
  path,
  shop,
  token,
  now,
  locale = "en",
}: {
  appOrigin: string;
  /** With a query of its own where it has one. */
  path: string;
  /** Such as demo-shop.myshopify.com. */
  shop: string;
  token: string;
  now: Date;
  /** The language in which the merchant uses the admin. */
  locale?: string;
}): string {
  const address = new URL(appOrigin);
  const [pathname = "", search = ""] = path.split("?", 2);
  address.pathname = pathname;
  address.search = new URLSearchParams([
    ...new URLSearchParams(search),
    ["embedded", "1"],
    ["host", Buffer.from(`admin.shopify.com/store/${storeName(shop)}`).toString("base64url")],
    ["id_token", token],
    ["locale", locale],
    ["session", createHash("sha256").update(shop).digest("hex")],
    ["shop", shop],
    ["timestamp", String(Math.floor(now.getTime() / 1000))],
  ]).toString();
  return address.href;
}

/** The shop's name in the admin's addresses. */
export function storeName(shop: string): string {
  return shop.replace(/\.myshopify\.com$/, "");
}
