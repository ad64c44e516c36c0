import { asSystem } from "../lib/database/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";
import { keyedHash } from "../lib/database/keyed-hash.server.ts";

/**
 * Returns a keyed hash of the reseller account's email address. The same account has the same hash in every
 * shop. A dump of the database does not reveal the address.
 */
export async function recognizeAccount(email: string): Promise<string> {
  const hash = await keyedHash();
  return hash(email.normalize("NFKC").trim().toLowerCase());
}

/**
 * Returns true if another shop of this installation is connected to the same account. Never reveals the other
 * shop.
 */
export async function isAccountShared(shop: ShopDomain): Promise<boolean> {
  const [found] = await asSystem(
    "accounts",
    (tx) => queryRows<unknown>(tx)`
      select 1 from connection mine join connection other on other.account = mine.account
      where mine.shop = ${shop} and other.shop <> mine.shop limit 1`,
  );
  return found !== undefined;
}
