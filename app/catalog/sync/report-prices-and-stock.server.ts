import Big from "big.js";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { LinkedProduct, LinkedVariant } from "./linked-product.ts";
import type { PriceOf } from "./plan-sync.ts";
import { productSubject } from "./report-ended-products.server.ts";
import { type SyncResult, withWritten } from "./sync-result.ts";

/**
 * Tells the merchant which prices wait for approval, and which products on sale are newly sold out or newly sell below cost: one
 * entry per batch and kind, one event per product.
 */
export async function reportSales(
  tx: Tx,
  shop: ShopDomain,
  { results, priceOf, now }: { results: SyncResult[]; priceOf: PriceOf; now: Date },
): Promise<void> {
  const moved = results.filter(({ plan }) => plan.waiting.length > 0).map(({ product }) => product);
  await record(tx, shop, { kind: "price-moved", products: moved, now });

  const following = results.filter(({ shopState }) => shopState === null);
  const onSale = following.filter(isOnSale);
  const soldOut = onSale.filter(isSoldOut).map(({ product }) => product);
  await record(tx, shop, { kind: "sold-out", products: soldOut, now });
  const belowCost = await storeBelowCost(tx, shop, { following, onSale, priceOf });
  await record(tx, shop, { kind: "below-cost", products: belowCost, now });
}

/** Returns true if customers can buy the product, as far as our rows say. */
function isOnSale({ product, written }: SyncResult): boolean {
  const { discontinued, unreadable, offSale, merchantFields, ownInShop, lastWritten } = product;
  if (discontinued || unreadable !== null || offSale !== null) return false;
  const known = merchantFields.includes("status") ? ownInShop.status : lastWritten.status;
  const status = written.status?.to ?? known;
  return status !== "DRAFT" && status !== "ARCHIVED";
}

/** Returns true if we know that the shop had pieces of a variant, and it has none now. */
function isSoldOut({ written }: SyncResult): boolean {
  return written.stock.some(({ variant, to }) => to === 0 && (variant.stock ?? variant.stockBefore ?? 0) > 0);
}

/**
 * Stores which variants sell below cost. Leaves products alone whose price cannot be read, or whose sync has to be repeated.
 * @returns the products with a variant that did not before.
 */
async function storeBelowCost(
  tx: Tx,
  shop: ShopDomain,
  { following, onSale, priceOf }: { following: SyncResult[]; onSale: SyncResult[]; priceOf: PriceOf },
): Promise<LinkedProduct[]> {
  const judged = following.filter(
    ({ product, dueInSeconds }) => dueInSeconds === null && product.unreadable === null,
  );
  if (judged.length === 0) return [];
  const selling = new Set(onSale);
  const below = judged.flatMap((result) => {
    const product = withWritten(result);
    return selling.has(result)
      ? product.variants
          .filter((variant) => isBelowCost(variant, product, priceOf))
          .map(({ supplierVariantId }) => supplierVariantId)
      : [];
  });
  const ids = judged.map(({ product }) => product.supplierProductId);
  const changed = await queryRows<{ id: string; belowCost: boolean }>(tx)`
    update variant_link set below_cost = not below_cost
    where shop = ${shop} and supplier_product_id = any(${sqlArray(ids)}::text[])
      and below_cost <> (supplier_variant_id = any(${sqlArray(below)}::text[]))
    returning supplier_product_id as id, below_cost as "belowCost"`;
  const news = new Set(changed.flatMap(({ id, belowCost }) => (belowCost ? [id] : [])));
  return judged.map(({ product }) => product).filter(({ supplierProductId: id }) => news.has(id));
}

/** Returns true if the shop's price is below the cost: the merchant's own, or else the supplier's. False if one is unknown. */
function isBelowCost(variant: LinkedVariant, product: LinkedProduct, priceOf: PriceOf): boolean {
  const { inShop, supplier, merchantFields } = variant;
  const price = inShop.price ?? variant.price;
  const ownCost = merchantFields.includes("cost") ? (inShop.cost ?? null) : null;
  const made = supplier && priceOf(supplier.cost, product);
  const cost = ownCost ?? (made && made.kind !== "no-price" ? made.cost : null);
  return price !== null && cost !== null && new Big(price).lt(cost);
}

const NAMES_AT_MOST = 3;

const PAGES = {
  "price-moved": { label: { code: "sync.title" }, url: "/app/sync" },
  "sold-out": { label: { code: "catalog.title" }, url: "/app/catalog?show=sold-out" },
  "below-cost": { label: { code: "catalog.title" }, url: "/app/catalog?show=below-cost" },
} as const;

async function record(
  tx: Tx,
  shop: ShopDomain,
  { kind, products, now }: { kind: keyof typeof PAGES; products: LinkedProduct[]; now: Date },
): Promise<void> {
  const [first] = products;
  if (first === undefined) return;
  const names = products.slice(0, NAMES_AT_MOST).map(({ name }) => name);
  await recordActivity(tx, {
    shop,
    kind: `catalog.${kind}`,
    tone: "warning",
    message: { code: `catalog.activity.${kind}`, count: products.length, products: names },
    subject: products.length === 1 ? productSubject(first) : PAGES[kind],
    subjects: products.map(productSubject),
    at: now,
  });
}
