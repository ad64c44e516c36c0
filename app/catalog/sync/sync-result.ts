import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import type { Amounts, WrittenAmounts } from "../links/amounts.ts";
import type { FollowableField } from "../links/fields.ts";
import { type LinkedProduct, type LinkedVariant, withAmounts } from "./linked-product.ts";
import type { Noticed } from "./notice-edits.ts";
import type { SyncPlan } from "./plan-sync.ts";

/** The progress of a product's sync. */
export type SyncResult = {
  product: LinkedProduct;
  plan: SyncPlan;
  /** The differences found in the shop; null if the shop's values were not read. */
  noticed: Noticed | null;
  /** The product's new state in the shop. "there": no longer archived. Null: unchanged. */
  shopState: "deleted" | "archived" | "there" | null;
  /** True if the merchant has to review and start the product's first sync. */
  awaitsStart: boolean;
  written: Written;
  /** Shopify's `updatedAt` at our last write or read; null to keep the stored one. */
  updatedAt: Date | null;
  /** The time of the last write, as `performance.now()`; null if nothing was written. */
  wroteAtMs: number | null;
  /** True if the outcome of a write is unknown. */
  unclear: boolean;
  /**
   * True to make the product due for a comparison, because the product, a variant or an inventory item may be
   * missing in the shop.
   */
  comparisonDue: boolean;
  problem: Message | null;
  /** Seconds until the product is due again; null if it follows the supplier now. */
  dueInSeconds: number | null;
};

export type Written = Pick<SyncPlan, "stock" | "status"> & {
  variants: { variant: LinkedVariant; amounts: WrittenAmounts }[];
  texts: Partial<Record<FollowableField, string>>;
  /** `texts` as Shopify stored them. */
  storedTexts: Partial<Record<FollowableField, string>>;
  added: AddedVariant[];
};

export type AddedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  sku: string;
  sent: Amounts;
  inShop: Amounts;
  /** Price, compare-at price, cost and stock are null if we don't know the written value. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number | null;
};

/** Returns true if all planned values are written. The stored pending write is then no longer needed. */
export function areValuesWritten({ plan, written }: SyncResult): boolean {
  return (
    written.variants.length === plan.variants.length &&
    (written.status !== null) === (plan.status !== null) &&
    Object.keys(written.texts).length === Object.keys(plan.texts).length
  );
}

/** Returns the product as our rows will have it after storing `written`. */
export function withWritten({ product, written }: SyncResult): LinkedProduct {
  const writtenOf = new Map(
    written.variants.map(({ variant, amounts }) => [variant.supplierVariantId, amounts]),
  );
  const variants = product.variants.map((variant) => {
    const amounts = writtenOf.get(variant.supplierVariantId);
    return amounts ? withAmounts(variant, amounts) : variant;
  });
  return { ...product, variants };
}

/**
 * Returns the product's status in the shop after the writes, according to our rows; undefined or null if
 * unknown.
 */
export function statusAfter({ product, written }: SyncResult): string | null | undefined {
  const { merchantFields, ownInShop, lastWritten } = product;
  return written.status?.to ?? (merchantFields.includes("status") ? ownInShop.status : lastWritten.status);
}

/** Returns a result for a product to which nothing is written yet. */
export function beginResult(product: LinkedProduct, plan: SyncPlan = NOTHING): SyncResult {
  return {
    product,
    plan,
    noticed: null,
    shopState: null,
    awaitsStart: false,
    updatedAt: null,
    wroteAtMs: null,
    written: { variants: [], stock: [], status: null, texts: {}, storedTexts: {}, added: [] },
    unclear: false,
    comparisonDue: false,
    problem: plan.problem,
    dueInSeconds: null,
  };
}

export const NOTHING: SyncPlan = {
  variants: [],
  stock: [],
  status: null,
  texts: {},
  added: [],
  waiting: [],
  settled: [],
  repriced: [],
  problem: null,
};
