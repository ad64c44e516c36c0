import { countForeignLinks } from "../catalog/links/foreign-links.server.ts";
import { type ConnectionState, connectionState } from "../connection/connection-state.ts";
import { findConnectionFacts } from "../connection/connection-store.server.ts";
import { readInShop, type Tx } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** Returns the state of the shop's connection, which loaders pass to `ConnectionBanner` and `ConnectFirst`. */
export function findState(shop: ShopDomain): Promise<ConnectionState> {
  return readInShop(shop, (tx, now) => findStateIn(tx, { shop, now }));
}

/** Returns the state of the shop's connection, within the loader's transaction. */
export async function findStateIn(
  tx: Tx,
  { shop, now }: { shop: ShopDomain; now: Date },
): Promise<ConnectionState> {
  const facts = await findConnectionFacts(tx, { shop, now });
  return connectionState(facts, await countForeignLinks(tx, shop));
}
