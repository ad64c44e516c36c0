import type { Tx } from "../lib/db.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";

/** The version that parcels of this shop leave with now; null while none was published through Stockbridge. */
export async function publishedBranding(tx: Tx, shop: ShopDomain): Promise<{ version: number } | null> {
  const latest = await tx.brandingVersion.findFirst({
    where: { shop, publishedAt: { not: null } },
    orderBy: { number: "desc" },
    select: { number: true },
  });
  return latest && { version: latest.number };
}
