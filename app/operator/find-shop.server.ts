import { Prisma } from "@prisma/client";

import type { Tx } from "../lib/database/db.server.ts";
import { type ShopDomain, shopDomain } from "../lib/shop-domain.ts";
import { queryRows } from "../lib/database/statement.server.ts";

/**
 * Tables that tell if a shop exists: at least one of them has a row of the shop, from its installation until
 * it is redacted.
 */
const KNOWN_BY = ["session", "connection", "key_attempt", "ordering_settings", "supplier_order", "activity"];
const SUFFIX = ".myshopify.com";

/**
 * Finds a shop by its domain, or by the part before `.myshopify.com`.
 *
 * @throws Error with a sentence if there is no such shop.
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
