import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { Money } from "../../lib/money.ts";
import { isBelowCost, type Pricing, profitOf } from "./pricing.ts";

/**
 * Returns the variants that would be below cost at these prices (`isBelowCost`).
 *
 * @param prices by the supplier's ids; null for a variant whose price is unknown.
 * @param pricing null if the shop's currency is unknown: then no variant counts as below cost.
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

/** A variant below cost. The merchant agrees to the facts in `known`, and to the `loss` that the question shows. */
type BelowCost = {
  known: { id: string; price: string; amount: string; currency: string; shopCurrency: string };
  loss: Loss;
};

/** A variant's cost, with the usual shipping if that is known, and what a sale leaves, both without tax. */
type Loss = { id: string; cost: Money; hasShipping: boolean; profit: Money };

/** Limit of variants that a question lists, so that a merchant reads them. */
const LOSSES_AT_MOST = 20;

/**
 * Prices below cost that the merchant has not agreed to. `version`: a hash of these variants, their prices, costs and losses.
 * `losses`: up to `LOSSES_AT_MOST` of these variants.
 */
export type Unagreed = { belowCost: number; version: string; losses: Loss[] };

/**
 * Finds the prices that would be below cost (`findBelowCost`). Returns null if there are none, or if the merchant has agreed
 * to exactly these.
 * @param of `agreed`: the version that the merchant has agreed to; null for none.
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
