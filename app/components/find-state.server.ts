import { countForeignLinks } from "../catalog/links/count-foreign-links.server.ts";
import { type ConnectionState, connectionState } from "../connection/connection-state.ts";
import { findConnectionFacts } from "../connection/connection-store.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Where the shop stands with the supplier, for a page's loader: `ConnectionBanner` and `ConnectFirst` show it. */
export async function findState(shop: ShopDomain, now: Date): Promise<ConnectionState> {
  const [standing, foreignLinks] = await Promise.all([
    findConnectionFacts(shop, now),
    countForeignLinks(shop),
  ]);
  return connectionState(standing, foreignLinks);
}
