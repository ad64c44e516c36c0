import { Prisma } from "@prisma/client";

import type { Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { matchingProducts } from "../../search/find-products.server.ts";
import type { Selection } from "./selection.ts";

/** Builds the condition that a `product` of the mirror is selected. */
export async function isSelected(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  selection: Selection,
): Promise<Prisma.Sql> {
  if (selection.kind === "products") return Prisma.sql`product.id = any(${selection.ids}::text[])`;
  if (selection.kind === "variants") return Prisma.sql`product.id = ${selection.id}`;
  return Prisma.sql`product.id in (${await matchingProducts(tx, scope, selection.filter)})`;
}

/** Condition: a `product` of the mirror is being linked to an existing product of the shop. */
export const IS_LINKING = Prisma.sql`exists (select from link_match
  where link_match.shop = product.shop and link_match.supplier_product_id = product.id and link_match.state = 'linking')`;
