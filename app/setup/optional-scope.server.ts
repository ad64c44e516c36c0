import type { ShopDomain } from "../lib/shop-domain.ts";
import { hasScope, readScopes } from "../shop/access-scopes.server.ts";
import type { Finding } from "./finding.ts";

/** An optional scope of `shopify.app.toml`, with what the merchant reads while it is not granted. */
type OptionalScope = { scope: string; message: Finding["message"]; label: Finding["action"]["label"] };

/** The finding that asks the merchant for an optional scope; null when it is granted. */
export async function askForScope(
  shop: ShopDomain,
  { scope, message, label }: OptionalScope,
): Promise<Finding | null> {
  if (hasScope(await readScopes(shop), scope)) return null;
  return { message, action: { kind: "permission", label, scope } };
}
