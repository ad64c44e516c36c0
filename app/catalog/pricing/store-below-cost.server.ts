import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { minorDigits } from "../../messages/minor-digits.ts";
import { storedFacts } from "../../shop/shop-facts.server.ts";
import { readRules } from "./price-rules-store.server.ts";
import { costTerms, type CostTerms } from "./pricing.ts";

/**
 * Stores which variants in the shop are below cost, by the same rule as `isBelowCost`. Lists and counts of a
 * large catalog read the stored result.
 *
 * @returns the shop's currency; null if it is unknown, and nothing was stored
 */
export async function storeBelowCost(
  tx: Tx,
  shop: ShopDomain,
  of: { products: readonly string[] } | { variants: readonly string[] },
): Promise<string | null> {
  const facts = await storedFacts(tx, shop);
  if (facts === null) return null;
  const { version, rules } = await readRules(tx, shop);
  const { currency: shopCurrency, taxesIncluded } = facts;
  const terms = costTerms({ shopCurrency, taxesIncluded, version, rules });
  const column = <Name extends keyof CostTerms>(name: Name) => terms.map((each) => each[name]);
  const unit = 10 ** minorDigits(shopCurrency);
  const which =
    "products" in of
      ? Prisma.sql`variant.supplier_product_id = any(${[...of.products]}::text[])`
      : Prisma.sql`variant.supplier_variant_id = any(${[...of.variants]}::text[])`;
  // Locks the rows in the order of their ids, so that two transactions cannot deadlock.
  await execute(tx)`
    with judged as materialized (
      select variant.supplier_variant_id as id, coalesce(product.shop_state is distinct from 'deleted'
        and (variant.in_shop->>'price')::numeric * term.price_factor * ${unit}::numeric
          < (ceil(supplied.price_amount::numeric * term.rate * ${unit}::numeric) + term.shipping * ${unit}::numeric)
            * term.cost_factor, false) as below
      from variant_link variant
      join product_link product on product.shop = variant.shop and product.supplier_product_id = variant.supplier_product_id
      left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
      left join unnest(${column("version")}::int[], ${column("currency")}::text[], ${column("rate")}::numeric[],
        ${column("shipping")}::numeric[], ${column("priceFactor")}::numeric[], ${column("costFactor")}::numeric[])
        as term (version, currency, rate, shipping, price_factor, cost_factor)
        on term.version = product.price_rules_version and term.currency = supplied.price_currency
      where variant.shop = ${shop} and ${which}),
    changed as (
      select link.supplier_variant_id as id, judged.below from variant_link link
      join judged on judged.id = link.supplier_variant_id
      where link.shop = ${shop} and link.below_cost <> judged.below
      order by link.supplier_variant_id for update of link)
    update variant_link link set below_cost = changed.below from changed
    where link.shop = ${shop} and link.supplier_variant_id = changed.id`;
  return shopCurrency;
}
