import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import type { FollowableField } from "../links/fields.ts";
import type { Noticed } from "./notice-edits.ts";
import type { LinkedProduct } from "./linked-product.ts";
import type { SyncPlan } from "./plan-sync.ts";

/** How far a product came to follow the supplier. */
export type SyncResult = {
  product: LinkedProduct;
  plan: SyncPlan;
  /** What the shop's values have shown, where they were read. */
  noticed: Noticed | null;
  /** What has become of the product in the shop: "there" after it was not; null: nothing new. */
  shopState: "deleted" | "archived" | "there" | null;
  /** Whether the merchant has to see first what following the supplier would change. */
  awaitsStart: boolean;
  written: Written;
  /** Shopify's `updatedAt` at which the values are known to be ours; null: the known one stays. */
  updatedAt: Date | null;
  /** When the last write ended, by this process's own clock (`performance.now()`). */
  wroteAtMs: number | null;
  /** Whether it is not known what became of a write. */
  unclear: boolean;
  /** Whether the shop's values must be looked at: something that we write to is missing. */
  comparisonDue: boolean;
  problem: Message | null;
  /** In how many seconds it is due again; null once it follows. */
  dueInSeconds: number | null;
};

export type Written = Pick<SyncPlan, "variants" | "stock" | "status"> & {
  texts: Partial<Record<FollowableField, string>>;
  /** The description as Shopify shows it. */
  shownDescription: string | null;
  added: AddedVariant[];
};

export type AddedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  sku: string;
  /** Null where it is not known what was written. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number | null;
};

/** Whether all that was planned of values is written: then nothing is left of what was intended. */
export function areValuesWritten({ plan, written }: SyncResult): boolean {
  return (
    written.variants.length === plan.variants.length &&
    (written.status !== null) === (plan.status !== null) &&
    Object.keys(written.texts).length === Object.keys(plan.texts).length
  );
}

/** The product as our rows have it once what was written is stored. */
export function withWritten({ product, written }: SyncResult): LinkedProduct {
  const values = new Map(
    written.variants.map(({ variant, values: sent }) => [variant.supplierVariantId, sent]),
  );
  return {
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, ...values.get(variant.supplierVariantId) })),
  };
}

/** Nothing written yet. */
export function beginResult(product: LinkedProduct, plan: SyncPlan = NOTHING): SyncResult {
  return {
    ...{
      product,
      plan,
      noticed: null,
      shopState: null,
      awaitsStart: false,
      updatedAt: null,
      wroteAtMs: null,
    },
    written: { variants: [], stock: [], status: null, texts: {}, shownDescription: null, added: [] },
    ...{ unclear: false, comparisonDue: false, problem: plan.problem, dueInSeconds: null },
  };
}

export const NOTHING: SyncPlan = {
  ...{ variants: [], stock: [], status: null, texts: {}, added: [], waiting: [], settled: [], problem: null },
};
