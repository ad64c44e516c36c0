import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { beginLinkRun, isLinkRunBegun } from "./link-run-store.server.ts";

/** Begins to do with a disconnected shop's products what its row says. Once a disconnection, however often it is told. */
export async function startDelisting(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    const disconnection = await tx.disconnection.findUnique({ where: { shop } });
    // Connected again meanwhile: there is nothing to withdraw any more.
    if (disconnection === null) return;
    const run = { kind: "delist", since: disconnection.at } as const;
    if (await isLinkRunBegun(tx, shop, run)) return;
    await beginLinkRun(tx, shop, { ...run, products: disconnection.products, now });
  });
}
