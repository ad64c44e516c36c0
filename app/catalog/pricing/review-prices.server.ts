import Big from "big.js";

import { inShop, LONG_WORK, type Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { followers } from "./apply-prices.server.ts";
import { findPricing } from "./find-pricing.server.ts";
import { type PriceForCost, priceFor, type Pricing } from "./pricing.ts";

/** What applying the newest rules would do to products in the shop that follow earlier ones. */
export type PriceReview = {
  /** Products and their variants that were looked at, and whether those were all. */
  products: number;
  variants: number;
  complete: boolean;
  /** How many would get another price. */
  changedProducts: number;
  changedVariants: number;
  /** Variants whose price is the merchant's: it stays. */
  own: number;
  /** Variants whose price in the shop is not known here; they get theirs when they are compared. */
  unknown: number;
  /** Variants that there is no price for, as without an exchange rate: what they have stays. */
  unpriced: number;
  /** The largest changes, in the shop's currency. */
  largest: PriceChange[];
};

export type PriceChange = {
  name: string;
  sku: string | null;
  before: string;
  after: string;
  percent: string;
};

/** Few, so that others have their turn in between. */
const PRODUCTS_AT_ONCE = 100;
const MOST_VARIANTS = 50_000;
const LARGEST = 8;

type Row = {
  productId: string;
  name: string;
  category: string | null;
  sku: string | null;
  amount: string;
  currency: string;
  price: string | null;
  isOwn: boolean;
};

/**
 * Looks at products in the shop that do not follow the newest rules, batch by batch, up to fifty thousand variants.
 *
 * @throws Failure as `findPricing`.
 */
export async function reviewPrices(shop: ShopDomain): Promise<PriceReview> {
  const pricing = await findPricing(shop);
  const review: PriceReview = {
    ...{ products: 0, variants: 0, complete: false, changedProducts: 0, changedVariants: 0 },
    ...{ own: 0, unknown: 0, unpriced: 0, largest: [] },
  };
  const priced = pricesOf(pricing);
  return inShop(
    shop,
    async (tx) => {
      let checkpoint = "";
      while (review.variants < MOST_VARIANTS) {
        const { rows, last } = await readBatch(tx, shop, { version: pricing.version, after: checkpoint });
        const changed = new Set<string>();
        for (const row of rows) if (addVariant(review, row, priced(row))) changed.add(row.productId);
        review.products += new Set(rows.map(({ productId }) => productId)).size;
        review.changedProducts += changed.size;
        if (last === null) return { ...review, complete: true };
        checkpoint = last;
      }
      return review;
    },
    LONG_WORK,
  );
}

/** @returns whether it would get another price. */
function addVariant(review: PriceReview, { name, sku, price, isOwn }: Row, next: PriceForCost): boolean {
  review.variants += 1;
  if (isOwn) review.own += 1;
  else if (next.kind !== "priced") review.unpriced += 1;
  else if (price === null) review.unknown += 1;
  else if (!new Big(price).eq(next.price)) {
    review.changedVariants += 1;
    keepLargest(review.largest, {
      name,
      sku,
      before: price,
      after: next.price,
      percent: changeOf(price, next.price),
    });
    return true;
  }
  return false;
}

function changeOf(before: string, after: string): string {
  if (new Big(before).eq(0)) return "100";
  return new Big(after).minus(before).times(100).div(before).round(1).toFixed();
}

function keepLargest(largest: PriceChange[], change: PriceChange): void {
  const size = ({ percent }: PriceChange) => new Big(percent).abs();
  const at = largest.findIndex((each) => size(each).lt(size(change)));
  largest.splice(at < 0 ? largest.length : at, 0, change);
  largest.splice(LARGEST);
}

/** Many products cost the same. */
function pricesOf(pricing: Pricing) {
  const known = new Map<string, PriceForCost>();
  return ({ category, amount, currency }: Row) => {
    const key = JSON.stringify([category, amount, currency]);
    const price = known.get(key) ?? priceFor({ amount, currency }, { category }, pricing);
    known.set(key, price);
    return price;
  };
}

/** @returns the variants of the next products, and the last of these; null when there are no more behind them. */
async function readBatch(
  tx: Tx,
  shop: ShopDomain,
  { version, after }: { version: number; after: string },
): Promise<{ rows: Row[]; last: string | null }> {
  const products = await tx.productLink.findMany({
    where: { ...followers(shop, { version }), supplierProductId: { gt: after } },
    orderBy: { supplierProductId: "asc" },
    take: PRODUCTS_AT_ONCE,
    select: { supplierProductId: true },
  });
  const ids = products.map(({ supplierProductId }) => supplierProductId);
  const rows = await tx.$queryRaw<Row[]>`
    select product.id as "productId", product.name, product.category, variant.sku,
      variant.price_amount as amount, variant.price_currency as currency,
      link.price, 'price' = any(link.merchant_fields) as "isOwn"
    from variant_link link
    join supplier_variant variant on variant.shop = link.shop and variant.id = link.supplier_variant_id
    join supplier_product product on product.shop = link.shop and product.id = variant.supplier_product_id
    where link.shop = ${shop} and link.supplier_product_id = any(${ids}::text[])`;
  return { rows, last: ids.length < PRODUCTS_AT_ONCE ? null : (ids.at(-1) ?? null) };
}
