import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Channel, listChannels } from "../../shop/publications.server.ts";

/** The sales channels that new products are published to, as the merchant chose; null while the Online Store is. */
export async function findDefaultChannels(shop: ShopDomain): Promise<Channel[] | null> {
  const row = await inShop(shop, (tx) => tx.catalogSettings.findUnique({ where: { shop } }));
  return (row?.channels ?? null) as Channel[] | null;
}

/** As `findDefaultChannels`, with the Online Store looked up once; null where the shop has none. */
export async function ensureDefaultChannels(shop: ShopDomain): Promise<Channel[] | null> {
  const known = await findDefaultChannels(shop);
  if (known !== null) return known;
  const { onlineStore } = await listChannels(shop);
  if (onlineStore === null) return null;
  await storeDefaultChannels(shop, [onlineStore]);
  return [onlineStore];
}

/** Chooses channels by their ids, out of those that the shop has now. */
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
