import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

const COUNT_AT_MOST = 1000;

/**
 * How many of the shop's products come from another account's catalogue than the connected one's: whether they are the
 * same products there, only the merchant knows. At most a thousand are counted; none while the shop is not connected.
 */
export async function countForeignLinks(shop: ShopDomain): Promise<number> {
  // Three ranges of the index in place of "is distinct from", which would read all of a shop's products.
  const [counted] = await inShop(
    shop,
    (tx) => tx.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from (
        select from listed_product listed join connection on connection.shop = listed.shop
        where listed.shop = ${shop} and connection.account is not null
          and (listed.account < connection.account or listed.account > connection.account or listed.account is null)
          and listed.withdrawn is distinct from 'forgotten'
        limit ${COUNT_AT_MOST}) as foreign_links`,
  );
  return counted?.count ?? 0;
}
