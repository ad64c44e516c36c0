import { randomBytes } from "node:crypto";

import { inShop, type Tx } from "../lib/db.server.ts";
import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** How a shop wants its orders handled. */
export type OrderingSettings = {
  automaticOrderingSince: Date | null;
  pausedAt: Date | null;
  pausedForAll: boolean;
};

export async function findOrderingSettings(shop: ShopDomain): Promise<OrderingSettings> {
  const row = await inShop(shop, (tx) => tx.orderingSettings.findUnique({ where: { shop } }));
  return {
    automaticOrderingSince: row?.automaticOrderingSince ?? null,
    pausedAt: row?.pausedAt ?? null,
    pausedForAll: env.ORDERING === "paused",
  };
}

/**
 * What begins every reference of this shop. Another installation of Stockbridge, working with the same account at the
 * supplier, has another one, so that neither takes the other's orders for its own.
 */
export async function referencePrefix(tx: Tx, shop: ShopDomain): Promise<string> {
  return (await ensureSettings(tx, shop)).referencePrefix;
}

/** The shop's row, made if there is none yet. */
export async function ensureSettings(tx: Tx, shop: ShopDomain) {
  await tx.orderingSettings.createMany({
    data: [{ shop, referencePrefix: `SB${randomBytes(4).toString("hex").toUpperCase()}` }],
    skipDuplicates: true,
  });
  return tx.orderingSettings.findUniqueOrThrow({ where: { shop } });
}
