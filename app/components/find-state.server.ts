import { countForeignLinks } from "../catalog/links/foreign-links.server.ts";
import { type ConnectionState, connectionState } from "../connection/connection-state.ts";
import { findConnectionFacts } from "../connection/connection-store.server.ts";
import { readInShop, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Finds the state of the shop's connection, for a page's loader: `ConnectionBanner` and `ConnectFirst` show it. */
export function findState(shop: ShopDomain): Promise<ConnectionState> {
  return readInShop(shop, (tx, now) => findStateIn(tx, { shop, now }));
}

/** Finds the state in a transaction that the loader opened. */
export async function findStateIn(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<ConnectionState> {
  const facts = await findConnectionFacts(tx, { shop, now });
  return connectionState(facts, await countForeignLinks(tx, shop));
}
