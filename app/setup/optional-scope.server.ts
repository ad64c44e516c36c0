import type { ShopDomain } from "../lib/shop-domain.ts";
import { hasScope, readScopes } from "../shop/access-scopes.server.ts";
import type { Finding } from "./finding.ts";

/** An optional scope of `shopify.app.toml`, with the texts to show until the merchant grants it. */
type OptionalScope = { scope: string; message: Finding["message"]; label: Finding["action"]["label"] };

/** Returns a finding that asks the merchant for an optional scope; null if it is granted. */
export async function askForScope(
  shop: ShopDomain,
  { scope, message, label }: OptionalScope,
): Promise<Finding | null> {
  if (hasScope(await readScopes(shop), scope)) return null;
  return { message, action: { kind: "permission", label, scope } };
}
