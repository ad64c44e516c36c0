import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { isBelowCost, type Pricing } from "./pricing.ts";

/**
 * Returns the variants that would be below cost at these prices (`isBelowCost`).
 *
 * @param prices by the supplier's ids; null for a variant whose price is unknown.
 * @param pricing null if the shop's currency is unknown: then none is.
 */
export async function findBelowCost(
  tx: Tx,
  shop: ShopDomain,
  { prices, pricing }: { prices: ReadonlyMap<string, string | null>; pricing: Pricing | null },
): Promise<Set<string>> {
  if (pricing === null) return new Set();
  const rows = await queryRows<{ id: string; version: number; amount: string; currency: string }>(tx)`
    select variant.supplier_variant_id as id, link.price_rules_version as version,
      supplied.price_amount as amount, supplied.price_currency as currency
    from variant_link variant
    join product_link link on link.shop = variant.shop and link.supplier_product_id = variant.supplier_product_id
    join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    where variant.shop = ${shop} and variant.supplier_variant_id = any(${[...prices.keys()]}::text[])`;
  const below = rows.filter(({ id, version, ...cost }) => {
    const price = prices.get(id) ?? null;
    return price !== null && isBelowCost({ price, cost }, { version }, pricing);
  });
  return new Set(below.map(({ id }) => id));
}
