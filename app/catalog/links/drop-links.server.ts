import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginLinkRun } from "./begin-link-run.server.ts";

/**
 * Drops the links of products from another account's catalog than the connected one's: the merchant says that they are
 * not the same products there. The products stay in the shop.
 *
 * @param generation of the connection that they saw: about another account they have said nothing.
 * @returns whether the shop still has it.
 */
export async function dropLinks(shop: ShopDomain, { generation }: { generation: number }): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection?.generation !== generation) return false;
    const { account, connectedAt } = connection;
    const dropped = await tx.$queryRaw<{ id: string }[]>`
      update product_link set delisted = 'unlinked', due_at = null, leased_until = null
      where shop = ${shop} and account is distinct from ${account} and delisted is distinct from 'unlinked'
      returning supplier_product_id as id`;
    if (dropped.length === 0) return true;
    // At once, so that nothing is ordered by them; the marks in the shop are removed one by one.
    await tx.$executeRaw`
      delete from variant_link
      where shop = ${shop} and supplier_product_id = any(${dropped.map(({ id }) => id)}::text[])`;
    await tx.$executeRaw`
      delete from price_approval
      where shop = ${shop} and supplier_product_id = any(${dropped.map(({ id }) => id)}::text[])`;
    await beginLinkRun(tx, shop, { kind: "unlink", since: connectedAt, now });
    await recordActivity(tx, {
      shop,
      kind: "catalog.links-dropped",
      tone: "info",
      message: { code: "catalog.activity.links-dropped" },
      at: now,
    });
    return true;
  });
}
