import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { importProductsJob } from "../jobs.ts";
import { beginLinkRun, isLinkRunBegun } from "./link-run-store.server.ts";

/**
 * Takes a connected shop's products up where its last connection left them: stock is set again once the supplier's list
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
    const run = { kind: "restore", since: connection.connectedAt } as const;
    if (!again && (await isLinkRunBegun(tx, shop, run))) return;
    const delisted = await tx.productLink.findFirst({ where: { shop, delisted: { not: null } } });
    const before = await tx.linkRun.findUnique({ where: { shop } });
    // Where nothing was delisted it ends whatever run was still going on.
    if (delisted || before?.nextAt) await beginLinkRun(tx, shop, { ...run, now });
    const resting = { shop, account: connection.account, state: "importing", nextAt: null };
    const { count } = await tx.productLink.updateMany({ where: resting, data: { nextAt: now } });
    if (count > 0) await enqueue(tx, importProductsJob, { shop });
  });
}
