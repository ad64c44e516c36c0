import { inShop, readInShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { type Channel, listChannels } from "../../shop/products/publications.server.ts";

/**
 * Returns the merchant's default sales channels for new products. Null if none are stored: the Online Store is
 * the default then.
 */
export function findDefaultChannels(shop: ShopDomain): Promise<Channel[] | null> {
  return readInShop(shop, (tx) => findDefaultChannelsIn(tx, shop));
}

/** As `findDefaultChannels`, within the caller's transaction. */
export async function findDefaultChannelsIn(tx: Tx, shop: ShopDomain): Promise<Channel[] | null> {
  const row = await tx.catalogSettings.findUnique({ where: { shop } });
  return (row?.channels ?? null) as Channel[] | null;
}

/**
 * Returns the default channels. If none are stored, stores and returns the Online Store; null if the shop has
 * no Online Store.
 */
export async function ensureDefaultChannels(shop: ShopDomain): Promise<Channel[] | null> {
  const known = await findDefaultChannels(shop);
  if (known !== null) return known;
  const { onlineStore } = await listChannels(shop);
  if (onlineStore === null) return null;
  await storeDefaultChannels(shop, [onlineStore]);
  return [onlineStore];
}

/**
 * Stores the channels with these ids as the default. Ignores ids that the shop does not have.
 * @param seen the ids of the default channels that the merchant saw; empty if none were stored; null to store
 * in any case
 * @returns false, and stores nothing, if other channels were stored since
 */
export async function chooseDefaultChannels(
  shop: ShopDomain,
  ids: string[],
  seen: string[] | null = null,
): Promise<boolean> {
  const { channels } = await listChannels(shop);
  const stored = await findDefaultChannels(shop);
  if (seen !== null && idsOf(stored).join(" ") !== seen.toSorted().join(" ")) return false;
  await storeDefaultChannels(
    shop,
    channels.filter(({ id }) => ids.includes(id)),
  );
  return true;
}

function idsOf(channels: Channel[] | null): string[] {
  return (channels ?? []).map(({ id }) => id).toSorted();
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
