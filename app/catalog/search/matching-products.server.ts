import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { findProducts } from "./find-products.server.ts";
import type { ProductFilter } from "./product-filter.ts";

/**
 * Builds a query for the ids of all products that match a filter, like the product list, with the column
 * `supplier_product_id`. The statement that contains it sees the products at its own time.
 */
export async function matchingProducts(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  filter: ProductFilter,
): Promise<Prisma.Sql> {
  // Applies the same correction of typos as the list.
  const page = { sort: "name", cursor: null, backwards: false, take: 1 } as const;
  const { query } = await findProducts(tx, scope, { filter, page });
  return Prisma.sql`
    select unnest(ids) as supplier_product_id from find_products(${JSON.stringify(query)}::jsonb)`;
}
