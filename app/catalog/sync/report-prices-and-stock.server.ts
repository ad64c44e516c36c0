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
 * Tells the merchant which prices wait for approval, and which products on sale are newly sold out or newly sell below cost: one
 * entry per batch and kind, one event per product.
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

/** A product, its variants that the report is about, and the change in a few words, if known. */
type Reported = { product: LinkedProduct; variants: SupplierVariantId[]; what: Message | null };

/** Names the cost and price that wait for approval, of the first variant. */
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

/** Counts the sold-out variants of a product that has several. */
function soldOutVariants({ product: { variants }, written }: SyncResult): Message | null {
  if (variants.length < 2) return null;
  const to = new Map(written.stock.map((each) => [each.variant.supplierVariantId, each.to]));
  const soldOut = variants.filter(
    ({ supplierVariantId, stock }) => (to.get(supplierVariantId) ?? stock) === 0,
  );
  return { code: "notifications.mail.sold-out-variants", count: soldOut.length, all: variants.length };
}

/** Names the price and the supplier's cost of the first of some variants. */
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

/** Returns true if customers can buy the product, as far as our rows say. */
function isOnSale(result: SyncResult): boolean {
  const { discontinued, unreadable, offSale } = result.product;
  if (discontinued || unreadable !== null || offSale !== null) return false;
  const status = statusAfter(result);
  return status !== "DRAFT" && status !== "ARCHIVED";
}

/** Returns the ids of variants that just sold out: we know that the shop had pieces of them. */
function soldOutIn({ written }: SyncResult): SupplierVariantId[] {
  return written.stock
    .filter(({ variant, to }) => to === 0 && (variant.stock ?? variant.stockBefore ?? 0) > 0)
    .map(toId);
}

function toId({ variant }: { variant: LinkedVariant }): SupplierVariantId {
  return variant.supplierVariantId;
}

/**
 * Marks on-sale variants that sell below cost (`below_cost_told`), and unmarks the others, so that the merchant gets
 * one report for as long as a variant sells below cost. Skips products that cannot be fully read, or whose sync has
 * to be repeated.
 * @returns each judged product with its newly marked variants, often none.
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

/** Records an entry about the products that have a variant to report. */
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
