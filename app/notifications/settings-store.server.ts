import { inShop, type Tx } from "../lib/database/db.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Modes, versionOf, withDefaults } from "./settings.ts";

export type NotificationSettings = { modes: Modes; digestTime: string; lastUrgentAt: Date | null };

export async function findSettings(tx: Tx, shop: ShopDomain): Promise<NotificationSettings> {
  const row = await tx.notificationSettings.findUnique({ where: { shop } });
  return {
    modes: withDefaults(row?.modes),
    digestTime: row?.digestTime ?? "08:00",
    lastUrgentAt: row?.lastUrgentAt ?? null,
  };
}

/**
 * Returns the settings, and locks them until the transaction ends. Code that writes the shop's e-mails or adds
 * recipients takes this lock first.
 */
export async function lockSettings(tx: Tx, shop: ShopDomain): Promise<NotificationSettings> {
  await execute(tx)`
    insert into notification_settings (shop) values (${shop}) on conflict (shop) do update set shop = excluded.shop`;
  return findSettings(tx, shop);
}

/**
 * Saves the merchant's choices. Makes waiting events due, so that the next sweep applies them.
 * @param seen the version (`versionOf`) of the choices that the merchant saw.
 * @returns false, and saves nothing, if other choices were saved since.
 */
export async function saveSettings(
  shop: ShopDomain,
  { modes, digestTime, seen }: { modes: Partial<Modes>; digestTime: string; seen?: string },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const before = await lockSettings(tx, shop);
    if (seen !== undefined && seen !== versionOf(before)) return false;
    await tx.notificationSettings.update({ where: { shop }, data: { modes, digestTime } });
    await tx.outboxEntry.updateMany({
      where: { shop, kind: "event", dueAt: { gt: now }, leasedUntil: null },
      data: { dueAt: now },
    });
    return true;
  });
}
