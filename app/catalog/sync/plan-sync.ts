import Big from "big.js";

import { type Money, sameAmount } from "../../lib/money.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { ProductStatus } from "../../shop/products/product-values.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { MAX_VARIANTS, offered } from "../import/plan-import.ts";
import type { FollowableField, VariantField } from "../links/fields.ts";
import type { SyncSettings } from "../links/sync-settings.ts";
import type { PriceForCost } from "../pricing/pricing.ts";
import {
  lastSent,
  type PendingWrite,
  type LinkedProduct,
  type LinkedVariant,
  type VariantValues,
} from "./linked-product.ts";

/** Returns the price for a cost of this product, by the shop's rules. */
export type PriceOf = (cost: Money, product: LinkedProduct) => PriceForCost;

/** The changes in the shop that make a product follow the supplier. */
export type SyncPlan = {
  variants: { variant: LinkedVariant; values: VariantValues }[];
  stock: { variant: LinkedVariant; to: number }[];
  status: { to: ProductStatus; draftedFrom: ProductStatus | null } | null;
  texts: Partial<Record<FollowableField, string>>;
  /** The supplier's variants to add. */
  added: SupplierVariantId[];
  /** Prices that wait for the merchant's approval. */
  waiting: { variant: LinkedVariant; price: string; cost: string }[];
  /** Variants whose approval is obsolete. */
  settled: SupplierVariantId[];
  /** Variants whose price fits the present cost once the plan is written, so that `LinkedVariant.priceCost` is cleared. */
  repriced: SupplierVariantId[];
  /** Why a part of the product cannot follow. */
  problem: Message | null;
};

/**
 * Plans the changes that make the shop follow the supplier, based on our last writes. A field is ours as long
 * as the shop has our value. Fields that the merchant changed (`merchantFields`) stay as they are.
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
    repriced: [],
    problem: null,
  };
  const ended = product.discontinued;
  // If the supplier's price cannot be read now, we only have an old one, which is not written.
  const isPriceKnown = product.unreadable === null || product.unreadable === "stock";
  for (const variant of product.variants) {
    const restored = restoredPrices(variant);
    let values: VariantValues = {};
    if (settings.price && !ended && variant.supplier && isPriceKnown)
      values = plannedPrices(plan, { product, variant, cost: variant.supplier.cost }, given);
    else if (variant.approval !== null && isPriceKnown) plan.settled.push(variant.supplierVariantId);
    if (restored || Object.keys(values).length > 0)
      plan.variants.push({ variant, values: { ...values, ...restored } });
    if (settings.stock) planStock(plan, { product, variant }, settings);
  }
  plan.status = plannedStatus(product, settings);
  if (!ended && product.unreadable === null && product.allVariants && product.unlinked.length > 0) {
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

/** Returns true if the plan changes nothing. */
export function isEmpty({ variants, stock, status, texts, added }: SyncPlan): boolean {
  return variants.length + stock.length + added.length + Object.keys(texts).length === 0 && status === null;
}

/** Returns true if a plan writes values that the merchant may have changed, unlike stock. */
export function writesValues({ variants, status, texts }: SyncPlan): boolean {
  return variants.length + Object.keys(texts).length > 0 || status !== null;
}

function restoredPrices(variant: LinkedVariant): VariantValues | null {
  const { undoTo } = variant;
  if (undoTo === null) return null;
  const differs = (field: "price" | "compareAtPrice", to: string | null) =>
    !sameAmount(to, lastSent(variant, field));
  return {
    ...(undoTo.price !== null && differs("price", undoTo.price) && { price: undoTo.price }),
    ...(undoTo.compareAtPrice !== undefined &&
      differs("compareAtPrice", undoTo.compareAtPrice) && { compareAtPrice: undoTo.compareAtPrice }),
  };
}

/** Plans a variant's prices and cost. Records problems and prices that wait for approval in `plan`. */
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
  // If the cost is the merchant's, we never write it, so the new cost is compared with the one that they approved last.
  const approvedBefore = !ours("cost") && approval?.state === "approved" ? approval.cost : null;
  const before = approvedBefore ?? costBefore(variant);
  // There is nothing to approve if the price stays, and the cost has only begun to follow or the merchant has undone a price.
  const isSettled =
    (variant.cost === null || variant.priceCost !== null) &&
    sameAmount(lastSent(variant, "price"), made.price);
  const asked = ours("price") && !isSettled && movesTooFar(before, made.cost, settings.approveAbove);
  if (asked && !isApproved(approval, made)) {
    if (!isWaiting(approval, made)) plan.waiting.push({ variant, price: made.price, cost: made.cost });
    return {};
  }
  // While an undo is about to write a former price, the approval stays. The sync after that write decides on it.
  const isUndoing = variant.undoTo?.follows?.includes("price") ?? false;
  if (approval !== null && approvedBefore === null && !isUndoing)
    plan.settled.push(variant.supplierVariantId);
  if (ours("price") && variant.priceCost !== null) plan.repriced.push(variant.supplierVariantId);
  return {
    ...(ours("price") && !sameAmount(lastSent(variant, "price"), made.price) && { price: made.price }),
    // A compare-at price makes no sense beside the merchant's own price. Before our first price, a stored
    // null means "unknown", not "none".
    ...(ours("price") &&
      ours("compareAtPrice") &&
      (variant.price === null || !sameAmount(lastSent(variant, "compareAtPrice"), made.compareAtPrice)) && {
        compareAtPrice: made.compareAtPrice,
      }),
    ...(ours("cost") && !sameAmount(lastSent(variant, "cost"), made.cost) && { cost: made.cost }),
  };
}

/**
 * Returns the cost that the price was made for: `priceCost` after an undo, or else the cost that we last wrote, or
 * else `baseline.cost`: the shop's cost as first read, or as it was when the field began to follow the supplier. Null
 * if none is known.
 */
export function costBefore({ priceCost, cost, baseline }: LinkedVariant): string | null {
  return priceCost ?? cost ?? baseline.cost ?? null;
}

/** Returns true if the merchant has approved this price for this cost. */
function isApproved(approval: LinkedVariant["approval"], { price, cost }: { price: string; cost: string }) {
  return (
    approval?.state === "approved" && sameAmount(approval.cost, cost) && sameAmount(approval.price, price)
  );
}

/**
 * Returns true if this change waits for approval already, or if the merchant has declined it: a declined change stays declined
 * until the cost changes again.
 */
function isWaiting(approval: LinkedVariant["approval"], { price, cost }: { price: string; cost: string }) {
  if (approval === null || !sameAmount(approval.cost, cost)) return false;
  return approval.state === "declined" || (approval.state === "waiting" && sameAmount(approval.price, price));
}

/** Compares the larger with the smaller cost, so that doubling and halving count the same. */
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
  if (product.offSale === "zero") {
    if (variant.stock !== 0) plan.stock.push({ variant, to: 0 });
    return;
  }
  if (!sold && (!settings.availability || settings.discontinued === "leave")) return;
  const { unreadable } = product;
  const isZero = !sold || (unreadable !== null && settings.zeroUnreadable);
  // If only the price cannot be read, the stock follows.
  if (!isZero && (unreadable === "stock" || unreadable === "product")) return;
  const to = isZero ? 0 : offered(variant.supplier?.stock ?? 0, settings.buffer);
  if (to !== variant.stock) plan.stock.push({ variant, to });
}

function plannedStatus(product: LinkedProduct, settings: SyncSettings): SyncPlan["status"] {
  const { lastWritten, draftedFrom, discontinued, offSale } = product;
  if (product.merchantFields.includes("status")) return null;
  if (offSale === "draft") {
    const { status } = lastWritten;
    if (status === "DRAFT" || status === "ARCHIVED") return null;
    // If the status is unknown, the sync reads it before the write, and plans the product again.
    return { to: "DRAFT", draftedFrom: status === "UNLISTED" ? status : "ACTIVE" };
  }
  if (discontinued)
    return settings.availability && settings.discontinued === "draft" && lastWritten.status === "ACTIVE"
      ? { to: "DRAFT", draftedFrom: "ACTIVE" }
      : null;
  // A product that is sold again, by the supplier or the merchant, gets its former status. A product imported as a
  // draft stays one.
  return draftedFrom !== null && lastWritten.status === "DRAFT"
    ? { to: draftedFrom, draftedFrom: null }
    : null;
}

function plannedTexts({ texts, follows, merchantFields, lastWritten }: LinkedProduct): SyncPlan["texts"] {
  if (texts === null) return {};
  const changed = follows.flatMap((field) => {
    const text = texts[field];
    return text === null || merchantFields.includes(field) || storedText(field, text) === lastWritten[field]
      ? []
      : [[field, text] as const];
  });
  return Object.fromEntries(changed);
}

/** Returns a text as our rows store it: the description as a hash. */
export function storedText(field: FollowableField, text: string): string {
  return field === "descriptionHtml" ? hashOf(text) : text;
}

/** Returns the values that a run is about to write to a product. */
export function pendingWriteOf({ variants, status, texts }: SyncPlan, runId: string): PendingWrite {
  return {
    runId,
    variants: Object.fromEntries(variants.map(({ variant, values }) => [variant.supplierVariantId, values])),
    texts,
    ...(status && { status: status.to, draftedFrom: status.draftedFrom }),
  };
}

/** Returns the planned values of variants, by the shop's ids. */
export function variantUpdates(variants: SyncPlan["variants"]): ({ id: ShopVariantId } & VariantValues)[] {
  return variants
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ variant, values }) => ({ id: variant.shopVariantId, ...values }));
}
