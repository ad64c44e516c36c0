import { countForeignLinks } from "../../catalog/count-foreign-links.server.ts";
import { type ConnectionState, tellState } from "../../connection/connection-state.ts";
import { findStanding } from "../../connection/connection-store.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";

/** Where the shop stands with the platform, for a page's loader: `ConnectionBanner` and `ConnectFirst` show it. */
export async function findState(shop: ShopDomain, now: Date): Promise<ConnectionState> {
  const [standing, foreignLinks] = await Promise.all([findStanding(shop, now), countForeignLinks(shop)]);
  return tellState(standing, foreignLinks);
}
