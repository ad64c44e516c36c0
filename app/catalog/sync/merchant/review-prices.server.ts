import Big from "big.js";

import { inShop, LONG_WORK, type Tx } from "../../../lib/database/db.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { findSyncSettings } from "../../links/sync-settings.server.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";
import { followers } from "../../pricing/apply-prices.server.ts";
import { findPricing } from "../../pricing/find-pricing.server.ts";
import { versionsWithSamePrices } from "../../pricing/price-rules-store.server.ts";
import { type PriceForCost, priceFor, type Pricing } from "../../pricing/pricing.ts";
import type { LinkedProduct } from "../linked-product.ts";
import { loadProducts } from "../load-products.server.ts";
import { type PriceOf, planSync } from "../plan-sync.ts";

/** The effect of applying the newest rules to products in the shop that follow older rules. */
export type PriceReview = {
  /** Number of reviewed products and variants. `complete`: true if no product is missing. */
  products: number;
  variants: number;
  complete: boolean;
  /** True if the merchant lets prices follow the supplier. */
  follows: boolean;
  /** Number of products and variants that would get a new price. */
  changedProducts: number;
  changedVariants: number;
  /** Number of variants whose new price waits for approval, because of a large cost change. */
  waiting: number;
  /** Number of variants with the merchant's own price. It stays. */
  own: number;
  /** Number of variants that the supplier no longer sells. Their prices stay. */
  ended: number;
  /** Number of variants whose price in the shop we don't know. They get a new price after a comparison. */
  unknown: number;
  /**
   * Number of variants for which the rules give no price, for example because an exchange rate is missing.
   * Their prices stay.
   */
  unpriced: number;
  /** The largest changes, in the shop's currency. */
  largest: PriceChange[];
};

type PriceChange = {
  /** The supplier's variant id. */
  id: string;
  name: string;
  sku: string | null;
  before: string;
  after: string;
  percent: string;
};

/** Number of products per batch. It is low, so that the process can do other work in between. */
const PRODUCTS_AT_ONCE = 100;
const MOST_VARIANTS = 50_000;
const LARGEST = 8;

/**
 * Reviews products in the shop whose prices would change by the newest rules, up to fifty thousand variants.
 * Plans their prices as a sync with the newest rules would.
 * @throws Failure as `findPricing`.
 */
export async function reviewPrices(shop: ShopDomain): Promise<PriceReview> {
  const pricing = await findPricing(shop);
  const priceOf = pricesOf(pricing);
  return inShop(
    shop,
    async (tx) => {
      const settings = await findSyncSettings(tx, shop);
      const review: PriceReview = {
        products: 0,
        variants: 0,
        complete: false,
        follows: settings.price,
        changedProducts: 0,
        changedVariants: 0,
        largest: [],
        waiting: 0,
        own: 0,
        ended: 0,
        unknown: 0,
        unpriced: 0,
      };
      const versions = versionsWithSamePrices(pricing);
      let last: string | null = "";
      while (last !== null && review.variants < MOST_VARIANTS) {
        const ids = await findFollowers(tx, shop, { versions, beyond: last });
        for (const product of await loadProducts(tx, shop, ids))
          addProduct(review, product, { priceOf, settings });
        last = ids.length < PRODUCTS_AT_ONCE ? null : (ids.at(-1) ?? null);
      }
      const skus = await skusOf(tx, shop, review.largest);
      const largest = review.largest.map((each) => ({ ...each, sku: skus.get(each.id) ?? null }));
      return { ...review, largest, complete: last === null };
    },
    LONG_WORK,
  );
}

function addProduct(
  review: PriceReview,
  product: LinkedProduct,
  given: { priceOf: PriceOf; settings: SyncSettings },
): void {
  const { variants, waiting } = planSync(product, given);
  const prices = new Map(
    variants.map(({ variant, values }) => [variant.supplierVariantId, values.price] as const),
  );
  const asked = new Set(waiting.map(({ variant }) => variant.supplierVariantId));
  const changedBefore = review.changedVariants;
  for (const variant of product.variants) {
    const { supplierVariantId: id, supplier, price, approval } = variant;
    const next = prices.get(id);
    review.variants += 1;
    if (variant.merchantFields.includes("price")) review.own += 1;
    else if (product.discontinued || supplier === null) review.ended += 1;
    else if (given.priceOf(supplier.cost, product).kind !== "priced") review.unpriced += 1;
    else if (asked.has(id) || (next === undefined && approval?.state === "waiting")) review.waiting += 1;
    else if (price === null) review.unknown += 1;
    else if (next !== undefined) {
      review.changedVariants += 1;
      const percent = changeOf(price, next);
      keepLargest(review.largest, { id, name: product.name, sku: null, before: price, after: next, percent });
    }
  }
  review.products += 1;
  if (review.changedVariants > changedBefore) review.changedProducts += 1;
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

/**
 * Returns a function that computes prices by the newest rules. It caches prices, because many variants have the
 * same cost.
 */
function pricesOf(pricing: Pricing): PriceOf {
  const known = new Map<string, PriceForCost>();
  return (cost, { category }) => {
    const key = JSON.stringify([category, cost.amount, cost.currency]);
    const price = known.get(key) ?? priceFor(cost, { category }, pricing);
    known.set(key, price);
    return price;
  };
}

async function findFollowers(
  tx: Tx,
  shop: ShopDomain,
  { versions, beyond }: { versions: number[]; beyond: string },
): Promise<string[]> {
  const products = await tx.productLink.findMany({
    where: { ...followers(shop, versions), supplierProductId: { gt: beyond } },
    orderBy: { supplierProductId: "asc" },
    take: PRODUCTS_AT_ONCE,
    select: { supplierProductId: true },
  });
  return products.map(({ supplierProductId }) => supplierProductId);
}

async function skusOf(tx: Tx, shop: ShopDomain, changes: PriceChange[]): Promise<Map<string, string | null>> {
  const variants = await tx.supplierVariant.findMany({
    where: { shop, id: { in: changes.map(({ id }) => id) } },
    select: { id: true, sku: true },
  });
  return new Map(variants.map(({ id, sku }) => [id, sku]));
}
