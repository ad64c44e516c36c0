import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Channel, listChannels } from "../../shop/products/publications.server.ts";

/**
 * Returns the merchant's default sales channels for new products; null if none are stored, which means the
 * Online Store.
 */
export async function findDefaultChannels(shop: ShopDomain): Promise<Channel[] | null> {
  const row = await inShop(shop, (tx) => tx.catalogSettings.findUnique({ where: { shop } }));
  return (row?.channels ?? null) as Channel[] | null;
}

/**
 * Returns the default channels. If none are stored, stores the Online Store; null if the shop has no Online
 * Store.
 */
export async function ensureDefaultChannels(shop: ShopDomain): Promise<Channel[] | null> {
  const known = await findDefaultChannels(shop);
  if (known !== null) return known;
  const { onlineStore } = await listChannels(shop);
  if (onlineStore === null) return null;
  await storeDefaultChannels(shop, [onlineStore]);
  return [onlineStore];
}

/** Stores these of the shop's present channels as the default. */
export async function chooseDefaultChannels(shop: ShopDomain, ids: string[]): Promise<void> {
  const { channels } = await listChannels(shop);
  await storeDefaultChannels(
    shop,
    channels.filter(({ id }) => ids.includes(id)),
  );
}

async function storeDefaultChannels(shop: ShopDomain, channels: Channel[]): Promise<void> {
  await inShop(shop, (tx) =>
    tx.catalogSettings.upsert({
      where: { shop },
      create: { shop, channels },
      update: { channels },
    }),
  );
}
