import { GraphQLError } from "graphql";
import { resourceNotFound } from "./admin-errors.ts";
import type { ShopState } from "./state.ts";

export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

/** The next number for any object of this shop. */
export function newId(shop: ShopState): number {
  shop.lastId += 1;
  return shop.lastId;
}

/** The number in a global id of this type. Throws what Shopify answers for a malformed id, or another type's. */
export function numberIn(type: string, id: string): number {
  const [, named, digits] = GLOBAL_ID.exec(id) ?? [];
  if (digits === undefined) throw malformed(id);
  if (named !== type) throw resourceNotFound(id);
  return Number(digits);
}

/** The type that a global id names. */
export function typeIn(id: string): string {
  const named = GLOBAL_ID.exec(id)?.[1];
  if (named === undefined) throw malformed(id);
  return named;
}

/** Some ids carry more: `gid://shopify/InventoryLevel/1?inventory_item_id=2`. */
const GLOBAL_ID = /^gid:\/\/shopify\/(\w+)\/(\d+)(?:\?.*)?$/;

/** As recorded from Shopify in airhorns/shopify-draft-proxy, fixtures, bulk-operations-read-arg-validation. */
function malformed(id: string): GraphQLError {
  return new GraphQLError(`Invalid global id '${id}'`, {
    extensions: { code: "argumentLiteralsIncompatible", typeName: "CoercionError" },
  });
}
