import { inShop, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { importProductsJob } from "../jobs.ts";
import { beginLinkRun, isLinkRunBegun } from "./link-run-store.server.ts";

/** Begins to restore a connected shop's products: once a connection, however often it is called. */
export async function startRestoring(shop: ShopDomain): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const connection = await tx.connection.findUnique({ where: { shop } });
    if (connection === null || (await isLinkRunBegun(tx, shop, connection.connectedAt))) return;
    await beginRestoring(tx, shop, { ...connection, now });
  });
}

/**
 * Begins to restore the products of the connected account: their stock is set again once the supplier's list has been
 * read, and imports that waited for the account continue. Whether the products of another account are the same, the
 * merchant has to say first.
 */
export async function beginRestoring(
  tx: Tx,
  shop: ShopDomain,
  { account, connectedAt, now }: { account: string | null; connectedAt: Date; now: Date },
): Promise<void> {
  const delisted = await tx.productLink.findFirst({ where: { shop, delisted: { not: null } } });
  const before = await tx.linkRun.findUnique({ where: { shop } });
  // Where nothing was delisted, it ends a run that is still going on.
  if (delisted || before?.nextAt) await beginLinkRun(tx, shop, { kind: "restore", since: connectedAt, now });
  const waiting = { shop, account, state: "importing", nextAt: null };
  const { count } = await tx.productLink.updateMany({ where: waiting, data: { nextAt: now } });
  if (count > 0) await enqueue(tx, importProductsJob, { shop });
}
