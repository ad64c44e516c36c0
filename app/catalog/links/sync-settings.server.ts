import { jobs } from "../../queue/jobs.ts";
import { inShop, LONG_WORK, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { lockImports } from "./lock-imports.server.ts";
import { DEFAULT_SETTINGS, type Discontinued, type SyncSettings, versionOf } from "./sync-settings.ts";

export async function findSyncSettings(tx: Tx, shop: ShopDomain): Promise<SyncSettings> {
  const row = await tx.syncSettings.findUnique({ where: { shop } });
  if (row === null) return DEFAULT_SETTINGS;
  const { shop: _, ...settings } = row;
  return { ...settings, discontinued: row.discontinued as Discontinued };
}

/** Returns the number of pieces per variant that the merchant keeps back from sale. */
export async function findBuffer(shop: ShopDomain): Promise<number> {
  return (await inShop(shop, (tx) => findSyncSettings(tx, shop))).buffer;
}

/**
 * Stores the settings. If they differ from the stored ones, makes all products due for a sync.
 * @param seen the version (`versionOf`) of the settings that the merchant saw.
 * @returns false, and stores nothing, if other settings were stored since.
 */
export async function storeSyncSettings(
  shop: ShopDomain,
  settings: SyncSettings,
  { seen }: { seen?: string } = {},
): Promise<boolean> {
  return inShop(
    shop,
    async (tx, now) => {
      await lockImports(tx, shop);
      const before = await findSyncSettings(tx, shop);
      if (seen !== undefined && seen !== versionOf(before)) return false;
      await tx.syncSettings.upsert({ where: { shop }, create: { shop, ...settings }, update: settings });
      if (versionOf(before) === versionOf(settings)) return true;
      // Forgets the stock that we wrote last, because the merchant may have set the stock while the setting was
      // off. The sync then does not take that stock for a new edit.
      if (settings.stock && !before.stock)
        await tx.variantLink.updateMany({ where: { shop }, data: { stock: null, stockBefore: null } });
      await tx.productLink.updateMany({
        where: {
          shop,
          delisted: null,
          shopState: null,
          OR: [{ shopProductId: { not: null } }, { state: "importing" }],
        },
        data: { ...dueAt(now, "sync"), syncRetryCount: 0 },
      });
      await enqueue(tx, jobs["catalog.sync"], { shop });
      return true;
    },
    LONG_WORK,
  );
}
