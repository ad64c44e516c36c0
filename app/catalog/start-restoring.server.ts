import { inShop } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { enqueue } from "../queue/boss.server.ts";
import { importProductsJob } from "./jobs.ts";
import { beginRound, isRoundBegun } from "./round-store.server.ts";

/**
 * Takes a connected shop's products up where its last connection left them: stock is set again once the platform's list
 * has been read anew, and imports that rested go on. Only products of this account: whether others are the same, the
 * merchant has to say first. Once a connection, unless it is to be done `again`.
 */
export async function startRestoring(
  shop: ShopDomain,
  { again = false, now }: { again?: boolean; now: Date },
): Promise<void> {
  await inShop(shop, async (tx) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection === null) return;
    const round = { kind: "restore", since: connection.connectedAt } as const;
    if (!again && (await isRoundBegun(tx, shop, round))) return;
    const withdrawn = await tx.listedProduct.findFirst({ where: { shop, withdrawn: { not: null } } });
    const before = await tx.listedRound.findUnique({ where: { shop } });
    // Where nothing was withdrawn it ends whatever round was still going on.
    if (withdrawn || before?.nextAt) await beginRound(tx, shop, { ...round, now });
    const resting = { shop, account: connection.account, state: "importing", nextAt: null };
    const { count } = await tx.listedProduct.updateMany({ where: resting, data: { nextAt: now } });
    if (count > 0) await enqueue(tx, importProductsJob, { shop });
  });
}
