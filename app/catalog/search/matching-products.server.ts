import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProducts } from "./find-products.server.ts";
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
  // What was mistyped means here what it means in the list.
  const page = { sort: "name", cursor: null, backwards: false, take: 1 } as const;
  const { query } = await findProducts(tx, scope, { filter, page });
  return Prisma.sql`
    select unnest(ids) as supplier_product_id from find_products(${JSON.stringify(query)}::jsonb)`;
}
