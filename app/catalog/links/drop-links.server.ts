import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import { beginLinkRun } from "./begin-link-run.server.ts";

/**
 * Drops the links to another account's products, after the merchant has said that they are not the same in
 * the connected account. The products stay in the shop.
 * @param generation the connection that the merchant saw. Their answer is not about a later one.
 * @returns false if the shop has another connection by now.
 */
export async function dropLinks(shop: ShopDomain, { generation }: { generation: number }): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection?.generation !== generation) return false;
    const { account, connectedAt } = connection;
    const dropped = await queryRows<{ id: string }>(tx)`
      update product_link set delisted = 'unlinked', due_at = null, leased_until = null
      where shop = ${shop} and account is distinct from ${account} and delisted is distinct from 'unlinked'
      returning supplier_product_id as id`;
    if (dropped.length === 0) return true;
    // Deletes the links at once, so that no order uses them. The run removes the metafields one by one.
    await execute(tx)`
      delete from variant_link
      where shop = ${shop} and supplier_product_id = any(${dropped.map(({ id }) => id)}::text[])`;
    await execute(tx)`
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
