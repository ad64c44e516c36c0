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
}): Pick<NewEntry, "kind" | "tone" | "said"> | null {
  if (missing.now.some((scope) => !missing.before.includes(scope))) {
    const which = missing.now.map(inWords).join(", ");
    return {
      kind: "shop.permissions-missing",
      tone: "warning",
      said: `Your shop no longer gives Stockbridge all the permissions it needs. Missing: ${which}. What needs them fails until then. Open Stockbridge in your shop's admin and accept its permissions.`,
    };
  }
  if (missing.before.length > 0 && missing.now.length === 0) {
    return {
      kind: "shop.permissions-given",
      tone: "success",
      said: "Your shop gives Stockbridge all the permissions it needs again.",
    };
  }
  return null;
}

/** "write_inventory" is shown to the merchant as Shopify shows it: "edit inventory". */
function inWords(scope: string): string {
  const [access, ...subject] = scope.split("_");
  return `${access === "write" ? "edit" : "view"} ${subject.join(" ")}`;
}
