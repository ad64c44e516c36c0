import { recordActivity } from "../../activity/record-activity.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginLinkRun } from "./link-run-store.server.ts";
import { startRestoring } from "./start-restoring.server.ts";

/**
 * The merchant's word on products that come from another account's catalogue than the connected one's: they are the
 * same products there, so their links hold; or they are not, so the links are forgotten and the products stay. Nothing
 * happens where there are none.
 */
export async function decideAccount(
  shop: ShopDomain,
  { word, now }: { word: "same" | "fresh"; now: Date },
): Promise<void> {
  const decided = await inShop(shop, async (tx) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection === null) return 0;
    const { account, connectedAt } = connection;
    const foreign = {
      shop,
      AND: [
        { OR: [{ account: { not: account } }, { account: null }] },
        { OR: [{ delisted: { not: "unlinked" } }, { delisted: null }] },
      ],
    };
    const links = await tx.productLink.updateManyAndReturn({
      where: foreign,
      data: word === "same" ? { account } : { delisted: "unlinked", nextAt: null },
      select: { supplierProductId: true },
    });
    if (links.length === 0) return 0;
    if (word === "fresh") {
      // At once, so that nothing is ordered by them; the shop's own marks of them go one by one.
      const ids = links.map(({ supplierProductId }) => supplierProductId);
      await tx.$executeRaw`
        delete from variant_link where shop = ${shop} and supplier_product_id = any(${ids}::text[])`;
      await beginLinkRun(tx, shop, { kind: "unlink", since: connectedAt, now });
    }
    await recordActivity(tx, {
      shop,
      kind: "catalog.account-decided",
      tone: "info",
      message: {
        code: "earlier-message",
        text:
          word === "same"
            ? "You said that the products of the account before are the same ones in this account. Their links hold."
            : "You started fresh with this account. Products of the account before stay in your shop, and are no longer linked to the supplier.",
      },
      at: now,
    });
    return links.length;
  });
  if (decided > 0 && word === "same") await startRestoring(shop, { again: true, now });
}
