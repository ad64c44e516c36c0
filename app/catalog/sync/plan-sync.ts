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

/** Computes the price for a cost of this product, by the shop's rules. */
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
  /** Variants whose approval is no longer needed, and will be deleted. */
  settled: SupplierVariantId[];
  /**
   * Variants whose price will be the one for the present cost after the write, so that
   * `LinkedVariant.priceCost` is cleared.
   */
  repriced: SupplierVariantId[];
  /** The reason why a part of the product cannot follow; null if all can. */
  problem: Message | null;
};

/**
 * Plans the changes that make the shop follow the supplier: values that differ from our last writes. Does not
 * change fields that are the merchant's (`merchantFields`).
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
  // If we cannot read the supplier's price, we have only an old price, and must not write it.
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

/**
 * Returns true if a plan writes values other than stock. Before these are written, the merchant's changes must
 * be checked.
 */
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

/** Plans a variant's prices and cost. Adds problems and prices that wait for approval to `plan`. */
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
  // We don't write a cost that is the merchant's. So compares the new cost with the one that the merchant
  // approved last.
  const approvedBefore = !ours("cost") && approval?.state === "approved" ? approval.cost : null;
  const before = approvedBefore ?? costBefore(variant);
  // No approval is needed if the price stays: the cost has just begun to follow, or the merchant has undone a
  // price.
  const isSettled =
    (variant.cost === null || variant.priceCost !== null) &&
    sameAmount(lastSent(variant, "price"), made.price);
  const asked = ours("price") && !isSettled && movesTooFar(before, made.cost, settings.approveAbove);
  if (asked && !isApproved(approval, made)) {
    if (!isWaiting(approval, made)) plan.waiting.push({ variant, price: made.price, cost: made.cost });
    return {};
  }
  // The approval stays while an undo waits to write an old price. The sync after that write decides about the
  // approval.
  const isUndoing = variant.undoTo?.follows?.includes("price") ?? false;
  if (approval !== null && approvedBefore === null && !isUndoing)
    plan.settled.push(variant.supplierVariantId);
  if (ours("price") && variant.priceCost !== null) plan.repriced.push(variant.supplierVariantId);
  return {
    ...(ours("price") && !sameAmount(lastSent(variant, "price"), made.price) && { price: made.price }),
    // Writes a compare-at price only with a price of ours. Before our first price, a null in our row means that
    // we don't know the shop's compare-at price, so writes it in any case.
    ...(ours("price") &&
      ours("compareAtPrice") &&
      (variant.price === null || !sameAmount(lastSent(variant, "compareAtPrice"), made.compareAtPrice)) && {
        compareAtPrice: made.compareAtPrice,
      }),
    ...(ours("cost") && !sameAmount(lastSent(variant, "cost"), made.cost) && { cost: made.cost }),
  };
}

/**
 * Returns the cost from which the present price was computed; null if unknown. After an undo it is `priceCost`.
 * If that is null, it is the cost that we last wrote, or the shop's cost before our first write (`baseline`).
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
 * Returns true if this change already waits for approval, or if the merchant has declined it. It stays declined
 * until the cost changes again.
 */
function isWaiting(approval: LinkedVariant["approval"], { price, cost }: { price: string; cost: string }) {
  if (approval === null || !sameAmount(approval.cost, cost)) return false;
  return approval.state === "declined" || (approval.state === "waiting" && sameAmount(approval.price, price));
}

/**
 * Returns true if the cost has changed by more than `approveAbove` per cent of the lower cost. Doubling and
 * halving are thus equally large.
 */
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
  // If only the price is unreadable, the stock still follows.
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
    // If the status is unknown, the sync reads the product before the write, and plans again.
    return { to: "DRAFT", draftedFrom: status === "UNLISTED" ? status : "ACTIVE" };
  }
  if (discontinued)
    return settings.availability && settings.discontinued === "draft" && lastWritten.status === "ACTIVE"
      ? { to: "DRAFT", draftedFrom: "ACTIVE" }
      : null;
  // A product that Stockbridge made a draft gets its old status when it is sold again. A product that was
  // imported as a draft stays a draft.
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

/** Returns a text as our rows store it. The description is stored as a hash. */
export function storedText(field: FollowableField, text: string): string {
  return field === "descriptionHtml" ? hashOf(text) : text;
}

/** Returns the planned values as a pending write, to be stored before the write. */
export function pendingWriteOf({ variants, status, texts }: SyncPlan, runId: string): PendingWrite {
  return {
    runId,
    variants: Object.fromEntries(variants.map(({ variant, values }) => [variant.supplierVariantId, values])),
    texts,
    ...(status && { status: status.to, draftedFrom: status.draftedFrom }),
  };
}

/** Returns the planned values of variants for Shopify's call. Omits variants without values. */
export function variantUpdates(variants: SyncPlan["variants"]): ({ id: ShopVariantId } & VariantValues)[] {
  return variants
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ variant, values }) => ({ id: variant.shopVariantId, ...values }));
}
