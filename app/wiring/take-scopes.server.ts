import { type NewEntry, recordActivity } from "../activity/record-activity.server.ts";
import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { readScopes, storeScopes } from "../shop/auth/access-scopes.server.ts";

/**
 * The shop's permissions for the app are said to have changed: the shop itself says which it gives now. The merchant is
 * told when one that the app needs is missing that was not before, and when none is any more.
 */
export async function ingestScopes(shop: ShopDomain, now: Date): Promise<void> {
  const granted = await readScopes(shop);
  await inShop(shop, async (tx) => {
    const missing = await storeScopes(tx, shop, granted);
    const news = missing && newsOf(missing);
    if (news) await recordActivity(tx, { shop, ...news, at: now });
  });
}

function newsOf(missing: {
  before: string[];
  now: string[];
}): Pick<NewEntry, "kind" | "tone" | "message"> | null {
  if (missing.now.some((scope) => !missing.before.includes(scope))) {
    const permissions = missing.now.map(asInAdmin);
    return {
      kind: "shop.permissions-missing",
      tone: "warning",
      message: { code: "access.permissions-missing", permissions },
    };
  }
  if (missing.before.length > 0 && missing.now.length === 0) {
    return {
      kind: "shop.permissions-given",
      tone: "success",
      message: { code: "access.permissions-granted" },
    };
  }
  return null;
}

/** "write_inventory" as Shopify's admin shows it: "edit inventory". */
function asInAdmin(scope: string): string {
  const [access, ...subject] = scope.split("_");
  return `${access === "write" ? "edit" : "view"} ${subject.join(" ")}`;
}
