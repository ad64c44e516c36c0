import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginLinkRun, isLinkRunBegun } from "./link-run-store.server.ts";

/** Begins to delist a disconnected shop's products, as its `disconnection` row says: once, however often it is called. */
export async function startDelisting(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const disconnection = await tx.disconnection.findUnique({ where: { shop } });
    // It may be connected again meanwhile: then there is nothing to delist.
    if (disconnection === null) return;
    const { at: since, products } = disconnection;
    if (await isLinkRunBegun(tx, shop, since)) return;
    await beginLinkRun(tx, shop, { kind: "delist", products, since, now });
  });
}
