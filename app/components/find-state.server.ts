import { countForeignLinks } from "../catalog/links/count-foreign-links.server.ts";
import { type ConnectionState, connectionState } from "../connection/connection-state.ts";
import { findConnectionFacts } from "../connection/connection-store.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** The state of the shop's connection, for a page's loader: `ConnectionBanner` and `ConnectFirst` show it. */
export async function findState(shop: ShopDomain): Promise<ConnectionState> {
  const [facts, foreignLinks] = await Promise.all([findConnectionFacts(shop), countForeignLinks(shop)]);
  return connectionState(facts, foreignLinks);
}
