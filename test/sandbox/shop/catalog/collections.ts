import { gid } from "../ids.ts";
import type { ShopState } from "../state.ts";
import { userError, type UserError } from "../user-errors.ts";
import type { Product } from "./catalog.ts";

/** A collection of chosen products. */
export interface Collection {
  id: number;
  title: string;
  products: Set<Product>;
}

/** Returns errors about unknown collections. The sentence is not Shopify's. */
export function collectionErrors(shop: ShopState, ids: string[]): UserError[] {
  return ids.flatMap((id, index) =>
    findCollection(shop, id)
      ? []
      : [userError(["input", "collections", String(index)], "Collection does not exist", "INVALID_INPUT")],
  );
}

/** `ProductSetInput.collections`: the collections that the product is in from now on. */
export function putInCollections(shop: ShopState, product: Product, ids: string[]): void {
  for (const collection of shop.collections) {
    if (ids.includes(gid("Collection", collection.id))) collection.products.add(product);
    else collection.products.delete(product);
  }
}

function findCollection(shop: ShopState, id: string): Collection | undefined {
  return shop.collections.find((each) => gid("Collection", each.id) === id);
}
