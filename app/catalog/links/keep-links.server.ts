import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { beginRestoring } from "./begin-link-run.server.ts";

/**
 * Keeps the links to another account's products, after the merchant has said that they are the same in the
 * connected account.
 * @param generation the connection that the merchant saw. Their answer is not about a later one.
 * @returns false if the shop has another connection by now.
 */
export async function keepLinks(shop: ShopDomain, { generation }: { generation: number }): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection?.generation !== generation) return false;
    const { account } = connection;
    const kept = await execute(tx)`
      update product_link set account = ${account}
      where shop = ${shop} and account is distinct from ${account} and delisted is distinct from 'unlinked'`;
    if (kept === 0) return true;
    await beginRestoring(tx, shop, { ...connection, now });
    await recordActivity(tx, {
      shop,
      kind: "catalog.links-kept",
      tone: "info",
      message: { code: "catalog.activity.links-kept" },
      at: now,
    });
    return true;
  });
}
