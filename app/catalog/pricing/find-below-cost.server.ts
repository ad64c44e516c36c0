import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { Money } from "../../lib/money.ts";
import { isBelowCost, type Pricing, profitOf } from "./pricing.ts";

/**
 * Returns the variants that would be below cost at these prices (`isBelowCost`).
 *
 * @param prices price by the supplier's variant id; null if unknown
 * @param pricing null if the shop's currency is unknown; no variant then counts as below cost
 */
async function findBelowCost(
  tx: Tx,
  shop: ShopDomain,
  { prices, pricing }: { prices: ReadonlyMap<string, string | null>; pricing: Pricing | null },
): Promise<BelowCost[]> {
  if (pricing === null) return [];
  const { shopCurrency } = pricing;
  const rows = await queryRows<{ id: string; version: number; amount: string; currency: string }>(tx)`
    select variant.supplier_variant_id as id, link.price_rules_version as version,
      supplied.price_amount as amount, supplied.price_currency as currency
    from variant_link variant
    join product_link link on link.shop = variant.shop and link.supplier_product_id = variant.supplier_product_id
    join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    where variant.shop = ${shop} and variant.supplier_variant_id = any(${[...prices.keys()]}::text[])`;
  return rows.flatMap(({ id, version, ...cost }) => {
    const price = prices.get(id) ?? null;
    if (price === null || !isBelowCost({ price, cost }, { version }, pricing)) return [];
    const left = profitOf({ price, cost }, { version }, pricing);
    return left === null ? [] : [{ known: { id, price, ...cost, shopCurrency }, loss: { id, ...left } }];
  });
}

/**
 * A variant below cost. If any value changes after the merchant has agreed, the page asks again. `loss`: the
 * values that the page shows.
 */
type BelowCost = {
  known: { id: string; price: string; amount: string; currency: string; shopCurrency: string };
  loss: Loss;
};

/**
 * A variant's cost and the (negative) profit of a sale, both without tax. The cost includes the usual shipping,
 * if that is known.
 */
type Loss = { id: string; cost: Money; hasShipping: boolean; profit: Money };

/** Maximum number of variants that the page lists when it asks the merchant to agree. */
const LOSSES_AT_MOST = 20;

/**
 * Prices below cost to which the merchant has not agreed. `belowCost`: their number. `version`: a hash of the
 * variants, their prices, costs and losses. `losses`: up to `LOSSES_AT_MOST` of the variants.
 */
export type Unagreed = { belowCost: number; version: string; losses: Loss[] };

/**
 * Finds the prices that would be below cost. Returns null if there are none, or if the merchant has agreed to
 * exactly these.
 * @param of `agreed`: the `version` to which the merchant has agreed; null for none
 */
export async function findUnagreed(
  tx: Tx,
  shop: ShopDomain,
  { agreed, ...of }: Parameters<typeof findBelowCost>[2] & { agreed: string | null },
): Promise<Unagreed | null> {
  const below = await findBelowCost(tx, shop, of);
  const version = hashOf(below.map((each) => JSON.stringify(each)).toSorted());
  if (below.length === 0 || version === agreed) return null;
  return {
    belowCost: below.length,
    version,
    losses: below.slice(0, LOSSES_AT_MOST).map(({ loss }) => loss),
  };
}
