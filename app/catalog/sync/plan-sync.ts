import Big from "big.js";

import { type Money, sameAmount } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { hashOf, MAX_VARIANTS, offered } from "../import/plan-import.ts";
import type { FollowableField, VariantField } from "../links/fields.ts";
import type { ProductStatus } from "../../shop/product-values.server.ts";
import type { Intended, LinkedProduct, LinkedVariant, VariantValues } from "./linked-product.ts";
import type { SyncSettings } from "../links/sync-settings.ts";

/** The price for a cost of this product, by the shop's rules. */
export type PriceOf = (
  cost: Money,
  product: LinkedProduct,
) =>
  | { kind: "priced"; price: string; compareAtPrice: string | null; cost: string }
  | { kind: "no-price" }
  | { kind: "currency-differs"; supplierCurrency: string; shopCurrency: string };

/** What has to change in the shop for a product to follow the supplier. */
export type SyncPlan = {
  variants: { variant: LinkedVariant; values: VariantValues }[];
  stock: { variant: LinkedVariant; to: number }[];
  status: { to: ProductStatus; draftedFrom: ProductStatus | null } | null;
  texts: Partial<Record<FollowableField, string>>;
  /** The supplier's variants to be added. */
  added: SupplierVariantId[];
  /** Prices that wait for the merchant's approval. */
  waiting: { variant: LinkedVariant; price: string; cost: string }[];
  /** Variants whose approval no longer concerns anything. */
  settled: SupplierVariantId[];
  /** Why some of it cannot follow. */
  problem: Message | null;
};

/**
 * Plans what the shop needs to follow the supplier, by what we wrote there last. A field is ours as long as the shop has
 * that; what the merchant changed is named in `merchantFields` and left alone.
 */
export function planSync(
  product: LinkedProduct,
  given: { priceOf: PriceOf; settings: SyncSettings },
): SyncPlan {
  const { settings } = given;
  const plan: SyncPlan = {
    variants: [],
    stock: [],
    status: null,
    texts: plannedTexts(product),
    added: [],
    waiting: [],
    settled: [],
    problem: null,
  };
  const ended = product.discontinued;
  for (const variant of product.variants) {
    const restored = restoredPrices(variant);
    let values: VariantValues = {};
    if (settings.price && !ended && variant.supplier)
      values = plannedPrices(plan, { product, variant, cost: variant.supplier.cost }, given);
    else if (variant.approval !== null) plan.settled.push(variant.supplierVariantId);
    if (restored || Object.keys(values).length > 0)
      plan.variants.push({ variant, values: { ...values, ...restored } });
    if (settings.stock) planStock(plan, { product, variant }, settings);
  }
  if (settings.availability) plan.status = plannedStatus(product, settings);
  if (!ended && product.allVariants && product.unlinked.length > 0) {
    const fits = product.variants.length + product.unlinked.length <= MAX_VARIANTS;
    if (fits) plan.added = product.unlinked;
    else
      plan.problem = {
        code: "catalog.skip.too-many-variants",
        count: product.variants.length + product.unlinked.length,
        limit: MAX_VARIANTS,
      };
  }
  return plan;
}

/** Whether the shop follows the supplier already. */
export function isEmpty({ variants, stock, status, texts, added }: SyncPlan): boolean {
  return variants.length + stock.length + added.length + Object.keys(texts).length === 0 && status === null;
}

/** Whether a plan writes what the merchant may have changed, unlike stock. */
export function writesValues({ variants, status, texts }: SyncPlan): boolean {
  return variants.length + Object.keys(texts).length > 0 || status !== null;
}

function restoredPrices({ restore, price, compareAtPrice }: LinkedVariant): VariantValues | null {
  if (restore === null) return null;
  return {
    ...(restore.price !== null && !sameAmount(restore.price, price) && { price: restore.price }),
    ...(restore.compareAtPrice !== undefined &&
      !sameAmount(restore.compareAtPrice, compareAtPrice) && { compareAtPrice: restore.compareAtPrice }),
  };
}

/** The prices and the cost that a variant is to have; what stands in the way is noted in the plan. */
function plannedPrices(
  plan: SyncPlan,
  { product, variant, cost }: { product: LinkedProduct; variant: LinkedVariant; cost: Money },
  { priceOf, settings }: { priceOf: PriceOf; settings: SyncSettings },
): VariantValues {
  const made = priceOf(cost, product);
  if (made.kind === "no-price") {
    plan.problem ??= { code: "sync.problem.no-price" };
    return {};
  }
  if (made.kind === "currency-differs") {
    const { supplierCurrency, shopCurrency } = made;
    plan.problem ??= { code: "sync.problem.currency-differs", supplierCurrency, shopCurrency };
    return {};
  }
  const ours = (field: VariantField) => !variant.merchantFields.includes(field);
  const { approval } = variant;
  // Where the cost is the merchant's and none is written, what they have approved last is what they know.
  const approvedBefore = !ours("cost") && approval?.state === "approved" ? approval.cost : null;
  const before = approvedBefore ?? costBefore(variant);
  // A cost that is merely handed back, and moves no price, is what the merchant has just said.
  const isSettled = variant.cost === null && sameAmount(variant.price, made.price);
  const asked = ours("price") && !isSettled && movesTooFar(before, made.cost, settings.approveAbove);
  if (asked && !isApproved(approval, made)) {
    if (!isAsked(approval, made)) plan.waiting.push({ variant, price: made.price, cost: made.cost });
    return {};
  }
  if (approval !== null && approvedBefore === null) plan.settled.push(variant.supplierVariantId);
  return {
    ...(ours("price") && !sameAmount(variant.price, made.price) && { price: made.price }),
    // Beside a price of the merchant's own it would make no sense. Before our first price, none of ours is no "none".
    ...(ours("price") &&
      ours("compareAtPrice") &&
      (variant.price === null || !sameAmount(variant.compareAtPrice, made.compareAtPrice)) && {
        compareAtPrice: made.compareAtPrice,
      }),
    ...(ours("cost") && !sameAmount(variant.cost, made.cost) && { cost: made.cost }),
  };
}

/** As we wrote it; where the merchant has handed it back, as the shop had it then. */
export function costBefore({ cost, unowned }: LinkedVariant): string | null {
  return cost ?? unowned.cost ?? null;
}

/** The merchant has said yes to this price for this cost. */
function isApproved(approval: LinkedVariant["approval"], { price, cost }: { price: string; cost: string }) {
  return (
    approval?.state === "approved" && sameAmount(approval.cost, cost) && sameAmount(approval.price, price)
  );
}

/** Whether they are being asked exactly this. What was left stays left, until the cost is another one. */
function isAsked(approval: LinkedVariant["approval"], { price, cost }: { price: string; cost: string }) {
  if (approval === null || !sameAmount(approval.cost, cost)) return false;
  return approval.state === "left" || (approval.state === "waiting" && sameAmount(approval.price, price));
}

/** By how much the greater is more than the smaller: a cost that doubles and one that halves move as far. */
function movesTooFar(before: string | null, cost: string, approveAbove: number | null): boolean {
  if (before === null || approveAbove === null) return false;
  const [low, high] = new Big(before).lt(cost)
    ? [new Big(before), new Big(cost)]
    : [new Big(cost), new Big(before)];
  if (low.lte(0)) return high.gt(0);
  return high.minus(low).times(100).gt(low.times(approveAbove));
}

function planStock(
  plan: SyncPlan,
  { product, variant }: { product: LinkedProduct; variant: LinkedVariant },
  settings: SyncSettings,
): void {
  if (variant.merchantFields.includes("stock")) return;
  const sold = !product.discontinued && variant.supplier !== null;
  if (!sold && (!settings.availability || settings.discontinued === "leave")) return;
  const to = sold ? offered(variant.supplier?.stock ?? 0, settings.buffer) : 0;
  if (to !== variant.stock) plan.stock.push({ variant, to });
}

function plannedStatus(product: LinkedProduct, settings: SyncSettings): SyncPlan["status"] {
  const { kept, draftedFrom, discontinued } = product;
  if (product.merchantFields.includes("status")) return null;
  if (discontinued)
    return settings.discontinued === "draft" && kept.status === "ACTIVE"
      ? { to: "DRAFT", draftedFrom: "ACTIVE" }
      : null;
  // What is sold again becomes what it was; what was imported as a draft stays one.
  return draftedFrom !== null && kept.status === "DRAFT" ? { to: draftedFrom, draftedFrom: null } : null;
}

function plannedTexts({ texts, follows, merchantFields, kept }: LinkedProduct): SyncPlan["texts"] {
  if (texts === null) return {};
  const changed = follows.flatMap((field) => {
    const text = texts[field];
    return text === null || merchantFields.includes(field) || keptText(field, text) === kept[field]
      ? []
      : [[field, text] as const];
  });
  return Object.fromEntries(changed);
}

/** How a text is kept: a long one by its hash. */
export function keptText(field: FollowableField, text: string): string {
  return field === "descriptionHtml" ? hashOf(text) : text;
}

/** What a plan of a run is about to write of a product's values. */
export function intendedBy({ variants, status, texts }: SyncPlan, runId: string): Intended {
  return {
    runId,
    variants: Object.fromEntries(variants.map(({ variant, values }) => [variant.supplierVariantId, values])),
    texts,
    ...(status && { status: status.to, draftedFrom: status.draftedFrom }),
  };
}

/** The planned values of variants, by the shop's ids. */
export function variantUpdates(variants: SyncPlan["variants"]): ({ id: ShopVariantId } & VariantValues)[] {
  return variants
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ variant, values }) => ({ id: variant.shopVariantId, ...values }));
}
