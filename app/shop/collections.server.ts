import type { ShopDomain } from "../lib/shop-domain.ts";
import { queryShop } from "./call.server.ts";

/** A collection that products are added to by hand. */
export type Collection = { id: string; title: string };

/** The shop's collections that products can be added to, the first hundred by title. */
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
