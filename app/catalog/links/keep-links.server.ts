import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginRestoring } from "./begin-link-run.server.ts";

/**
 * Keeps the links of products from another account's catalog than the connected one's: the merchant says that they are
 * the same products there.
 *
 * @param generation of the connection that they saw: about another account they have said nothing.
 * @returns whether the shop still has it.
 */
export async function keepLinks(shop: ShopDomain, { generation }: { generation: number }): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection?.generation !== generation) return false;
    const { account } = connection;
    const kept = await tx.$executeRaw`
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
