import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopProductId } from "../../shop/ids.ts";
import {
  type Channel,
  MAX_PUBLISHED_AT_ONCE,
  publishProduct,
  publishProducts,
} from "../../shop/products/publications.server.ts";
import { ensureDefaultChannels } from "./default-channels.server.ts";
import { endImport, type ImportedProduct, failImport, tryImport } from "./end-import.server.ts";
import type { ClaimedImport } from "./import-claims.server.ts";

/** An imported product, and its sales channels; null means the default channels. */
export type FinishedImport = { claimed: ClaimedImport; channels: Channel[] | null; product: ImportedProduct };

/**
 * Publishes the new products, then ends all imports. A new product counts as imported only after it is
 * published, so that after a crash the next try publishes it.
 */
export async function publishAndEnd(shop: ShopDomain, made: FinishedImport[]): Promise<void> {
  const failed = new Set<FinishedImport>();
  const unpublished = made.filter(({ product }) => product.isNew);
  for (const group of Map.groupBy(unpublished, ({ channels }) => JSON.stringify(channels)).values()) {
    const ids = group.map(({ product }) => product.shopProductId);
    try {
      const published = await publishNewProducts(shop, ids, group[0]?.channels ?? null);
      for (const { product } of group) Object.assign(product, published.get(product.shopProductId));
    } catch (error) {
      for (const each of group) {
        failed.add(each);
        await failImport(shop, each.claimed, error);
      }
    }
  }
  for (const each of made) {
    if (failed.has(each)) continue;
    await tryImport(shop, each.claimed, () => endImport(shop, each.claimed, each.product));
  }
}

/**
 * A product's sales channels. `problem`: the reason why the product is not published as intended; null if it is
 * published.
 */
type Published = { channels: string[] | null; problem: Message | null };

/**
 * Publishes products that an import has created, and that are in no channel yet. Publishes many products per
 * request. If Shopify rejects a request, publishes its products one by one, so that each gets its own reason.
 * @param channels the merchant's choice for this import; null means the default channels.
 * @throws Failure if a call to Shopify fails
 */
async function publishNewProducts(
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
