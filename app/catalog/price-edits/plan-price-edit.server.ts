import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { Money } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { hashOf } from "../../lib/hash-of.ts";
import { idsOf, type Selection } from "../import/runs/selection.ts";
import type { VariantField } from "../links/fields.ts";
import { variantName } from "../links/variant-name.ts";
import { findPricing } from "../pricing/find-pricing.server.ts";
import {
  costInShop,
  isBelowCost,
  marginFor,
  type MissingCosts,
  missingCosts,
  priceFor,
  type Pricing,
} from "../pricing/pricing.ts";
import { matchingProducts } from "../search/find-products.server.ts";
import { IS_SYNCED } from "../sync/merchant/stop-selling.server.ts";
import { changedPrice, type KeptReason, MAX_VARIANTS_AT_ONCE, type PriceChange } from "./price-change.ts";

/** A variant of the selected products. Amounts are in the shop's currency. */
export type PlannedPrice = {
  id: string;
  supplierProductId: string;
  product: string;
  /** The variant's options; without options, its SKU. Null if the supplier gives neither. */
  variant: string | null;
  /**
   * The last known price in the shop. If an undo is not written yet, the price that it will restore. Null if
   * unknown.
   */
  present: string | null;
  inShop: string | null;
  compareAtPrice: string | null;
  /** True if the present price is the merchant's. */
  own: boolean;
  ownCompareAt: boolean;
  /** The new price; null if the present price stays, for the reason in `kept`. */
  price: string | null;
  kept: KeptReason | null;
  /** Null if unknown. */
  cost: string | null;
  margin: string | null;
  belowCost: boolean;
};

type PricePlan = {
  rows: PlannedPrice[];
  currency: string;
  /** Number of selected products whose prices cannot be set, because they are not in the shop or not synced. */
  leftOut: number;
  /**
   * Hash of the currency, the prices, the costs and `belowCost`. `applyPriceEdit` sets no prices if the hash
   * has changed since the preview.
   */
  seen: string;
  /** Costs that the margins do not include. */
  missing: MissingCosts;
};

/**
 * Plans new prices of the selected products. Returns null if the products have more than `MAX_VARIANTS_AT_ONCE`
 * variants.
 */
export async function previewPriceEdit(
  shop: ShopDomain,
  of: { selection: Selection; change: PriceChange | null },
): Promise<PricePlan | null> {
  const pricing = await findPricing(shop);
  return inShop(shop, (tx, now) => planPriceEdit(tx, { shop, now, pricing }, of));
}

/**
 * As `previewPriceEdit`, within the caller's transaction. If `change` is null, the plan contains only the
 * present prices.
 */
export async function planPriceEdit(
  tx: Tx,
  { shop, now, pricing }: { shop: ShopDomain; now: Date; pricing: Pricing },
  { selection, change }: { selection: Selection; change: PriceChange | null },
): Promise<PricePlan | null> {
  const selected = await selectedIn(tx, { shop, now }, selection);
  const found = await queryRows<VariantRow>(tx)`
    select variant.supplier_variant_id as id, link.supplier_product_id as "supplierProductId",
      coalesce(product.name, link.supplier_product_id) as product, product.category, link.price_rules_version as version,
      supplied.sku, supplied.options, product.options as "optionNames", supplied.price_amount as amount,
      supplied.price_currency as currency,
      coalesce(variant.undo_to->>'price', variant.in_shop->>'price') as present, variant.in_shop->>'price' as "inShop",
      variant.in_shop->>'compareAtPrice' as "compareAtPrice", ${isOwn("price")} as own, ${isOwn("compareAtPrice")} as "ownCompareAt"
    from product_link link
    join variant_link variant on variant.shop = link.shop and variant.supplier_product_id = link.supplier_product_id
      and variant.shop_state is null
    left join supplier_product product on product.shop = link.shop and product.id = link.supplier_product_id
    left join supplier_variant supplied on supplied.shop = variant.shop and supplied.id = variant.supplier_variant_id
    where link.shop = ${shop} and link.supplier_product_id in (select id from (${selected.products}) as selected (id))
      and ${selected.variants} and ${IS_SYNCED}
    order by 3, link.supplier_product_id, supplied.position, variant.supplier_variant_id
    limit ${MAX_VARIANTS_AT_ONCE + 1}`;
  if (found.length > MAX_VARIANTS_AT_ONCE) return null;
  const [counted] = await queryRows<{ count: number }>(tx)`
    select count(*)::int as count from (${selected.products}) as selected (id)`;
  const products = new Set(found.map(({ supplierProductId }) => supplierProductId));
  const rows = found.map((row) => plannedOf(row, { change, pricing }));
  return {
    rows,
    currency: pricing.shopCurrency,
    leftOut: Math.max(0, (counted?.count ?? 0) - products.size),
    missing: missingCosts(pricing),
    seen: hashOf([
      pricing.shopCurrency,
      ...rows.map(({ id, present, price, cost, belowCost }) => [id, present, price, cost, belowCost]),
    ]),
  };
}

type VariantRow = Pick<
  PlannedPrice,
  "id" | "supplierProductId" | "product" | "present" | "inShop" | "compareAtPrice" | "own" | "ownCompareAt"
> & {
  category: string | null;
  version: number;
  /** `sku`, `options`, `amount` and `currency` are null if the supplier no longer has the variant. */
  sku: string | null;
  options: Record<string, string> | null;
  /** Null if the supplier no longer has the product. */
  optionNames: string[] | null;
  amount: string | null;
  currency: string | null;
};

/**
 * SQL condition on `variant`: the field is the merchant's, and no waiting undo will let it follow the rules
 * again.
 */
function isOwn(field: VariantField): Prisma.Sql {
  return Prisma.sql`(${field} = any(variant.merchant_fields)
    and not coalesce(jsonb_exists(variant.undo_to->'follows', ${field}), false))`;
}

function plannedOf(
  { category, version, sku, options, optionNames, amount, currency, ...row }: VariantRow,
  { change, pricing }: { change: PriceChange | null; pricing: Pricing },
): PlannedPrice {
  const supplied: Money | null = amount === null || currency === null ? null : { amount, currency };
  const made = supplied && priceFor(supplied, { category, version }, pricing);
  const rule = made?.kind === "priced" ? made : null;
  const changed =
    change &&
    changedPrice(change, { present: row.present, rule: rule?.price ?? null, currency: pricing.shopCurrency });
  const price = changed && "price" in changed ? changed.price : null;
  const shownPrice = price ?? row.present;
  const priced = shownPrice !== null && supplied !== null ? { price: shownPrice, cost: supplied } : null;
  return {
    ...row,
    variant: variantName({ sku, options }, optionNames ?? []),
    price,
    kept: changed && "kept" in changed ? changed.kept : null,
    cost: supplied && costInShop(supplied, { version }, pricing),
    margin: priced && marginFor(priced, { version }, pricing),
    belowCost: priced !== null && isBelowCost(priced, { version }, pricing),
  };
}

async function selectedIn(
  tx: Tx,
  scope: { shop: ShopDomain; now: Date },
  selection: Selection,
): Promise<{ products: Prisma.Sql; variants: Prisma.Sql }> {
  return {
    products:
      selection.kind === "filter"
        ? await matchingProducts(tx, scope, selection.filter)
        : Prisma.sql`select unnest(${idsOf(selection)}::text[])`,
    variants:
      selection.kind === "variants"
        ? Prisma.sql`variant.supplier_variant_id = any(${selection.variants}::text[])`
        : Prisma.sql`true`,
  };
}
