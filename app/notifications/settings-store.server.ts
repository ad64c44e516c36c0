import { inShop, type Tx } from "../lib/database/db.server.ts";
import { execute } from "../lib/database/statement.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { type Modes, withDefaults } from "./settings.ts";

export type NotificationSettings = { modes: Modes; digestTime: string; lastUrgentAt: Date | null };

export async function findSettings(tx: Tx, shop: ShopDomain): Promise<NotificationSettings> {
  const row = await tx.notificationSettings.findUnique({ where: { shop } });
  return {
    modes: withDefaults(row?.modes),
    digestTime: row?.digestTime ?? "08:00",
    lastUrgentAt: row?.lastUrgentAt ?? null,
  };
}

/** Returns the settings, and lets no other transaction write the shop's e-mails or recipients until this one ends. */
export async function lockSettings(tx: Tx, shop: ShopDomain): Promise<NotificationSettings> {
  await execute(tx)`
    insert into notification_settings (shop) values (${shop}) on conflict (shop) do update set shop = excluded.shop`;
  return findSettings(tx, shop);
}

/** Saves the merchant's choices. Makes waiting events due, so that the next sweep applies them. */
export async function saveSettings(
  shop: ShopDomain,
  { modes, digestTime }: { modes: Partial<Modes>; digestTime: string },
): Promise<void> {
  await inShop(shop, async (tx, now) => {
    await lockSettings(tx, shop);
    await tx.notificationSettings.update({ where: { shop }, data: { modes, digestTime } });
    await tx.outboxEntry.updateMany({
      where: { shop, kind: "event", dueAt: { gt: now }, leasedUntil: null },
      data: { dueAt: now },
    });
  });
}
