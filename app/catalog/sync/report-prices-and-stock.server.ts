import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import type { Tx } from "../../lib/database/db.server.ts";
import { queryRows, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { storeBelowCost } from "../pricing/store-below-cost.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import type { Message } from "../../messages/message.ts";
import type { LinkedProduct, LinkedVariant } from "./linked-product.ts";
import { costBefore, type SyncPlan } from "./plan-sync.ts";
import { productSubject } from "./report-ended-products.server.ts";
import { statusAfter, type SyncResult, withWritten } from "./sync-result.ts";

/**
 * Records for the merchant that prices wait for approval, and that products on sale are newly sold out or newly
 * below cost. One entry per batch and kind, with one event per product.
 */
export async function reportSales(
  tx: Tx,
  shop: ShopDomain,
  { results, now }: { results: SyncResult[]; now: Date },
): Promise<void> {
  const currency = await storeBelowCost(tx, shop, { products: idsOf(results) });
  const moved = results.map(({ product, plan }) => ({
    product,
    variants: plan.waiting.map(toId),
    what: movedPrice(plan.waiting, currency),
  }));
  await record(tx, shop, { kind: "price-moved", reported: moved, now });

  const following = results.filter(({ shopState }) => shopState === null);
  const onSale = following.filter(isOnSale);
  const soldOut = onSale.map((result) => ({
    product: result.product,
    variants: soldOutIn(result),
    what: soldOutVariants(result),
  }));
  await record(tx, shop, { kind: "sold-out", reported: soldOut, now });
  const belowCost = await markTold(tx, shop, { following, onSale, currency });
  await record(tx, shop, { kind: "below-cost", reported: belowCost, now });
}

/**
 * A product to report, with the variants concerned. `what`: the change in a few words, for e-mails; null if
 * unknown.
 */
type Reported = { product: LinkedProduct; variants: SupplierVariantId[]; what: Message | null };

/** Returns the first variant's cost and price that wait for approval, and the number of other variants. */
function movedPrice(waiting: SyncPlan["waiting"], currency: string | null): Message | null {
  const [first, ...others] = waiting;
  const before = first && costBefore(first.variant);
  if (!before || currency === null) return null;
  const money = (amount: string) => ({ amount, currency });
  const costs = { costBefore: money(before), cost: money(first.cost) };
  const { price: priceBefore } = first.variant;
  const what: Message =
    priceBefore === null
      ? { code: "notifications.mail.cost", ...costs }
      : {
          code: "notifications.mail.cost-and-price",
          ...costs,
          priceBefore: money(priceBefore),
          price: money(first.price),
        };
  return withOthers(what, others.length);
}

/** Returns the number of sold-out variants; null if the product has only one variant. */
function soldOutVariants({ product: { variants }, written }: SyncResult): Message | null {
  if (variants.length < 2) return null;
  const to = new Map(written.stock.map((each) => [each.variant.supplierVariantId, each.to]));
  const soldOut = variants.filter(
    ({ supplierVariantId, stock }) => (to.get(supplierVariantId) ?? stock) === 0,
  );
  return { code: "notifications.mail.sold-out-variants", count: soldOut.length, all: variants.length };
}

/**
 * Returns the price and the cost of the first of these variants, and the number of other variants; null if they
 * are unknown.
 */
function pricesOf(result: SyncResult, ids: SupplierVariantId[], currency: string | null): Message | null {
  const [id, ...others] = ids;
  const first = withWritten(result).variants.find(({ supplierVariantId }) => supplierVariantId === id);
  const price = first?.inShop.price;
  if (!first?.supplier || !price || currency === null) return null;
  const { cost } = first.supplier;
  const what = {
    code: "notifications.mail.price-and-cost",
    price: { amount: price, currency },
    cost: { amount: cost.amount, currency: cost.currency },
  } as const;
  return withOthers(what, others.length);
}

function withOthers(what: Message, count: number): Message {
  return count === 0 ? what : { code: "notifications.mail.and-variants", what, count };
}

/** Returns true if customers can buy the product, according to our rows. Must agree with `IS_ON_SALE`. */
function isOnSale(result: SyncResult): boolean {
  const { discontinued, unreadable, offSale } = result.product;
  if (discontinued || unreadable !== null || offSale !== null) return false;
  const status = statusAfter(result);
  return status !== "DRAFT" && status !== "ARCHIVED";
}

/**
 * Returns the ids of variants that have just sold out: the written stock is zero, and the stock before was
 * above zero.
 */
function soldOutIn({ written }: SyncResult): SupplierVariantId[] {
  return written.stock
    .filter(({ variant, to }) => to === 0 && (variant.stock ?? variant.stockBefore ?? 0) > 0)
    .map(toId);
}

function toId({ variant }: { variant: LinkedVariant }): SupplierVariantId {
  return variant.supplierVariantId;
}

/**
 * Marks variants on sale below cost (`below_cost_told`), so that the merchant gets only one report while a
 * variant stays below cost. Unmarks all other variants. Skips products that are unreadable, or whose sync has
 * to be repeated.
 * @returns the products that were not skipped, with their newly marked variants (often none)
 */
async function markTold(
  tx: Tx,
  shop: ShopDomain,
  { following, onSale, currency }: { following: SyncResult[]; onSale: SyncResult[]; currency: string | null },
): Promise<Reported[]> {
  const judged = following.filter(
    ({ product, dueInSeconds }) => dueInSeconds === null && product.unreadable === null,
  );
  if (judged.length === 0) return [];
  const changed = await queryRows<{ id: string; variant: SupplierVariantId; told: boolean }>(tx)`
    update variant_link set below_cost_told = not below_cost_told
    where shop = ${shop} and supplier_product_id = any(${sqlArray(idsOf(judged))}::text[])
      and below_cost_told <> (below_cost and shop_state is null
        and supplier_product_id = any(${sqlArray(idsOf(onSale))}::text[]))
    returning supplier_product_id as id, supplier_variant_id as variant, below_cost_told as told`;
  const news = Map.groupBy(
    changed.filter(({ told }) => told),
    ({ id }) => id,
  );
  return judged.map((result) => {
    const { product } = result;
    const variants = (news.get(product.supplierProductId) ?? []).map(({ variant }) => variant);
    return { product, variants, what: pricesOf(result, variants, currency) };
  });
}

function idsOf(results: SyncResult[]): string[] {
  return results.map(({ product }) => product.supplierProductId);
}

const NAMES_AT_MOST = 3;

const PAGES = {
  "price-moved": { label: { code: "sync.title" }, url: "/app/sync" },
  "sold-out": { label: { code: "catalog.title" }, url: "/app/catalog?show=sold-out" },
  "below-cost": { label: { code: "catalog.title" }, url: "/app/catalog?show=below-cost" },
} as const;

/** Records one entry about the products with variants to report; none if there are no such products. */
async function record(
  tx: Tx,
  shop: ShopDomain,
  { kind, reported, now }: { kind: keyof typeof PAGES; reported: Reported[]; now: Date },
): Promise<void> {
  const concerned = reported.filter(({ variants }) => variants.length > 0);
  const products = concerned.map(({ product }) => product);
  const [first] = products;
  if (first === undefined) return;
  const names = products.slice(0, NAMES_AT_MOST).map(({ name }) => name);
  await recordActivity(tx, {
    shop,
    kind: `catalog.${kind}`,
    tone: "warning",
    message: { code: `catalog.activity.${kind}`, count: products.length, products: names },
    subject: products.length === 1 ? productSubject(first) : PAGES[kind],
    subjects: concerned.map(({ product, what }) => ({ ...productSubject(product), what })),
    about: reported.flatMap(({ variants }) => variants),
    at: now,
  });
}
