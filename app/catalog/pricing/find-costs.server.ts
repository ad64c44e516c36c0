import Big from "big.js";

import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { costInShop, type Pricing } from "./pricing.ts";

/** Costs of variants in the shop's currency, by the supplier's ids: the merchant's own, or else the supplier's. Lacks unknown ones. */
export type KnownCosts = ReadonlyMap<string, string>;

/** Finds what variants cost. @param pricing null if the shop's currency is unknown: then only the merchant's own costs are known. */
export async function findCosts(
  tx: Tx,
  shop: ShopDomain,
  { ids, pricing }: { ids: string[]; pricing: Pricing | null },
): Promise<KnownCosts> {
  const rows = await queryRows<CostRow>(tx)`
    select variant.supplier_variant_id as id, link.price_rules_version as version,
      supplied.price_amount as amount, supplied.price_currency as currency,
      case when 'cost' = any(variant.merchant_fields) then variant.in_shop->>'cost' end as own
    from variant_link variant
    join product_link link on link.shop = variant.shop and link.supplier_product_id = variant.supplier_product_id
    left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    where variant.shop = ${shop} and variant.supplier_variant_id = any(${ids}::text[])`;
  return new Map(
    rows.flatMap(({ id, version, amount, currency, own }) => {
      const supplied = amount !== null && currency !== null ? { amount, currency } : null;
      const cost = own ?? (pricing && supplied && costInShop(supplied, { version }, pricing));
      return cost === null ? [] : [[id, cost] as const];
    }),
  );
}

type CostRow = {
  id: string;
  version: number;
  /** Null if the supplier no longer has the variant, like the currency. */
  amount: string | null;
  currency: string | null;
  own: string | null;
};

/** Returns true if a price is below the variant's cost, as far as both are known. */
export function isBelowCost({ id, price }: { id: string; price: string | null }, costs: KnownCosts): boolean {
  const cost = costs.get(id);
  return price !== null && cost !== undefined && new Big(price).lt(cost);
}
