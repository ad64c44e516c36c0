import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryRows } from "../../lib/database/statement.server.ts";

const LIMIT = 1000;

/**
 * Counts the shop's product links to another account than the connected one. Only the merchant knows if they
 * are the same products there. Counts up to a thousand, and none while the shop is not connected.
 */
export async function countForeignLinks(tx: Tx, shop: ShopDomain): Promise<number> {
  const connection = await tx.connection.findUnique({ where: { shop }, select: { account: true } });
  if (connection?.account == null) return 0;
  const { account } = connection;
  // Three index ranges, because "is distinct from" would read all of a shop's products.
  const [counted] = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from (
      select delisted from product_link where shop = ${shop} and account < ${account}
      union all select delisted from product_link where shop = ${shop} and account > ${account}
      union all select delisted from product_link where shop = ${shop} and account is null
      limit ${LIMIT}) as link
    where delisted is distinct from 'unlinked'`;
  return counted?.count ?? 0;
}
