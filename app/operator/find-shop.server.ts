import { Prisma } from "@prisma/client";

import type { Tx } from "../lib/database/db.server.ts";
import { type ShopDomain, shopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";

/**
 * Every shop that has installed the app has a row in at least one of these tables, until Shopify sends
 * `shop/redact`.
 */
const KNOWN_BY = ["session", "connection", "key_attempt", "ordering_settings", "supplier_order", "activity"];
const SUFFIX = ".myshopify.com";

/**
 * Finds a shop by its domain, or by the part before `.myshopify.com`.
 *
 * @throws Error with a sentence for the operator if the shop is unknown
 */
export async function findShop(tx: Tx, typed: string): Promise<ShopDomain> {
  const name = typed.trim().toLowerCase();
  const parsed = shopDomain.safeParse(name.includes(".") ? name : `${name}${SUFFIX}`);
  if (!parsed.success) throw new Error(`“${typed}” is not a shop's name such as example${SUFFIX}.`);
  const known = KNOWN_BY.map(
    (table) => Prisma.sql`exists (select from ${Prisma.raw(table)} where shop = ${parsed.data})`,
  );
  const [row] = await queryRows<{ isKnown: boolean }>(tx)`select ${Prisma.join(known, " or ")} as "isKnown"`;
  if (row?.isKnown !== true) throw new Error(`No shop ${parsed.data} is known here. Check its spelling.`);
  return parsed.data;
}
