import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import {
  type Channel,
  MAX_PUBLISHED_AT_ONCE,
  publishProduct,
  publishProducts,
} from "../../shop/publications.server.ts";
import { ensureDefaultChannels } from "./default-channels.server.ts";

/** Where a product is published, and why it is not published as it should be; null when it is. */
export type Published = { channels: string[] | null; problem: Message | null };

/**
 * Publishes new products: without this they would be in no sales channel, and nobody could buy them. Many at once, as
 * far as Shopify lets it; where it does not, one by one, so that each has its own reason.
 *
 * @param channels those that the merchant chose for this import; null: the default ones.
 * @throws Failure when the shop gives no clear answer.
 */
export async function publishNewProducts(
  shop: ShopDomain,
  ids: ShopProductId[],
  channels: Channel[] | null,
): Promise<Map<ShopProductId, Published>> {
  const chosen = channels ?? (await ensureDefaultChannels(shop));
  if (chosen === null) return forAll(ids, { channels: [], problem: { code: "catalog.no-online-store" } });
  if (chosen.length === 0) return forAll(ids, { channels: [], problem: null });
  const published = new Map<ShopProductId, Published>();
  for (let start = 0; start < ids.length; start += MAX_PUBLISHED_AT_ONCE) {
    const some = ids.slice(start, start + MAX_PUBLISHED_AT_ONCE);
    if ((await publishProducts(shop, some, chosen)) === null)
      for (const id of some) published.set(id, { channels: chosen.map(({ name }) => name), problem: null });
    else for (const id of some) published.set(id, await publishOne(shop, id, chosen));
  }
  return published;
}

async function publishOne(shop: ShopDomain, id: ShopProductId, channels: Channel[]): Promise<Published> {
  const published = await publishProduct(shop, id, channels);
  if (published.kind === "published") return { channels: published.names, problem: null };
  return { channels: [], problem: { code: "catalog.not-published", problem: published.problem } };
}

function forAll(ids: ShopProductId[], published: Published): Map<ShopProductId, Published> {
  return new Map(ids.map((id) => [id, published]));
}
