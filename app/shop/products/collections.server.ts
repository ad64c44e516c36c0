import type { ShopDomain } from "../../lib/shop-domain.ts";
import { queryShop } from "../call.server.ts";

/** A manual collection. */
export type Collection = { id: string; title: string };

/** Lists the shop's manual collections, the first hundred by title. */
export async function listCollections(shop: ShopDomain): Promise<Collection[]> {
  const { collections } = await queryShop(shop, (request) =>
    request(`#graphql
      query collections {
        collections(first: 100, sortKey: TITLE, query: "collection_type:custom") { nodes { id title } }
      }
    `),
  );
  return collections.nodes;
}
