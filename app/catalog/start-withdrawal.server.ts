import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { beginRound, isRoundBegun } from "./round-store.server.ts";

/** Begins to do with a disconnected shop's products what its row says. Once a disconnection, however often it is told. */
export async function startWithdrawal(shop: ShopDomain, now: Date): Promise<void> {
  await inShop(shop, async (tx) => {
    const disconnection = await tx.disconnection.findUnique({ where: { shop } });
    // Connected again meanwhile: there is nothing to withdraw any more.
    if (disconnection === null) return;
    const round = { kind: "withdraw", since: disconnection.at } as const;
    if (await isRoundBegun(tx, shop, round)) return;
    await beginRound(tx, shop, { ...round, products: disconnection.products, now });
  });
}
