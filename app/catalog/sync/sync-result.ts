import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import type { Amounts, WrittenAmounts } from "../links/amounts.ts";
import type { FollowableField } from "../links/fields.ts";
import { type LinkedProduct, type LinkedVariant, withAmounts } from "./linked-product.ts";
import type { Noticed } from "./notice-edits.ts";
import type { SyncPlan } from "./plan-sync.ts";

/** How far a product's sync got. */
export type SyncResult = {
  product: LinkedProduct;
  plan: SyncPlan;
  /** The differences found in the shop; null if its values were not read. */
  noticed: Noticed | null;
  /** The product's new state in the shop: "there" if it is no longer archived; null if the state did not change. */
  shopState: "deleted" | "archived" | "there" | null;
  /** True if the merchant has to review the first sync. */
  awaitsStart: boolean;
  written: Written;
  /** Shopify's `updatedAt` at which the values are known to be ours; null keeps the stored one. */
  updatedAt: Date | null;
  /** When the last write ended, by this process's own clock (`performance.now()`). */
  wroteAtMs: number | null;
  /** True if the outcome of a write is unknown. */
  unclear: boolean;
  /** True if the next comparison must read the shop's values: a product, variant or inventory item may be missing. */
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
  /** Null if the written value is unknown. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number | null;
};

/** Returns true if all planned values are written, so that the stored pending write is obsolete. */
export function areValuesWritten({ plan, written }: SyncResult): boolean {
  return (
    written.variants.length === plan.variants.length &&
    (written.status !== null) === (plan.status !== null) &&
    Object.keys(written.texts).length === Object.keys(plan.texts).length
  );
}

/** Returns the product as our rows have it once `written` is stored. */
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

/** Returns the product's status in the shop once `written` is stored, as far as our rows say; undefined or null if unknown. */
export function statusAfter({ product, written }: SyncResult): string | null | undefined {
  const { merchantFields, ownInShop, lastWritten } = product;
  return written.status?.to ?? (merchantFields.includes("status") ? ownInShop.status : lastWritten.status);
}

/** Returns a result without any writes. */
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
