import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import { publishProduct } from "../../shop/publications.server.ts";
import { ensureDefaultChannels } from "./default-channels.server.ts";

/** Where a product is published, and why it is not published as it should be; null when it is. */
export type Published = { channels: string[] | null; problem: Message | null };

/**
 * Publishes a new product to the default channels: without this it would be in no sales channel, and nobody could
 * buy it.
 *
 * @throws Failure when the shop gives no clear answer.
 */
export async function publishNewProduct(shop: ShopDomain, id: ShopProductId): Promise<Published> {
  const channels = await ensureDefaultChannels(shop);
  if (channels === null) return { channels: [], problem: { code: "catalog.no-online-store" } };
  if (channels.length === 0) return { channels: [], problem: null };
  const published = await publishProduct(shop, id, channels);
  if (published.kind === "published") return { channels: published.names, problem: null };
  return { channels: [], problem: { code: "catalog.not-published", problem: published.problem } };
}
