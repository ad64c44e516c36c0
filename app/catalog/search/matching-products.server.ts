import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProducts, type SearchCondition } from "./find-products.server.ts";
import type { ProductFilter } from "./product-filter.ts";

/**
 * All products that match a filter, as the list shows them, for a statement on the whole set: a query with the column
 * `supplier_product_id`. It sees them as they are while that statement runs.
 */
export async function matchingProducts(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  filter: ProductFilter,
): Promise<Prisma.Sql> {
  // Mistyped words mean the same as in the list.
  const page = { sort: "name", cursor: null, backwards: false, take: 1 } as const;
  return allMatching((await findProducts(tx, scope, { filter, page })).condition);
}

/** The statement that returns the ids of all products that meet a condition, as `supplier_product_id`. */
export function allMatching({ query, words }: SearchCondition): Prisma.Sql {
  return Prisma.sql`
    select unnest(ids) as supplier_product_id
    from search_hits(${JSON.stringify(query)}::jsonb, ${words?.all ?? null}::tsquery, ${words?.indexed ?? null}::tsquery, 'name',
      null, false, null, null)`;
}
