import { inShop } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { type ImportOptions, storedOptions } from "../import-options.ts";

/** Returns the latest import's options. Omits `overwrite`, which the merchant ticked for that import only. */
export async function findUsualOptions(shop: ShopDomain): Promise<ImportOptions> {
  const last = await inShop(shop, (tx) =>
    tx.importRun.findFirst({
      where: { shop },
      orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
      select: { options: true },
    }),
  );
  return { ...storedOptions(last?.options), overwrite: [] };
}
