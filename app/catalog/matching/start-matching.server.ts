import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginMatchRun, type MatchScope } from "./match-run-store.server.ts";

/** Starts a search for the shop's own products among the supplier's. */
export async function startMatching(shop: ShopDomain, scope: MatchScope): Promise<void> {
  await inShop(shop, (tx, now) => beginMatchRun(tx, shop, { scope, now }));
}
