import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { hasScope, readScopes } from "../shop/auth/access-scopes.server.ts";
import type { Finding } from "./finding.ts";

/** An optional scope of `shopify.app.toml`, and the codes of its finding and button while it is not granted. */
type OptionalScope = { scope: string; message: Finding["message"]; label: Finding["action"]["label"] };

/** Asks the merchant for a scope that a check needs; null when it is granted. */
export async function askForScope(
  shop: ShopDomain,
  { scope, message, label }: OptionalScope,
): Promise<Finding | null> {
  if (hasScope(await readScopes(shop), scope)) return null;
  // As Shopify's own package asks for optional scopes (shopify-app-remix, redirect-to-install-page.ts).
  const query = new URLSearchParams({
    client_id: env.SHOPIFY_API_KEY,
    scope: env.SCOPES.join(","),
    optional_scopes: scope,
  });
  return { message, action: { kind: "link", label, url: `shopify:admin/oauth/install?${query.toString()}` } };
}
