import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../jobs.ts";

/** Announces that the shop sells from our location, if the caller is about to store its first links. */
export async function announceFirstLinks(tx: Tx, shop: ShopDomain): Promise<void> {
  const link = await tx.variantLink.findFirst({ where: { shop }, select: { shop: true } });
  if (link === null) await enqueue(tx, jobs["catalog.selling"], { shop });
}
