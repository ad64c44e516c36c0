import type { Money } from "../../lib/money.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import type { ProductStatus } from "../../shop/products/product-values.server.ts";
import type { SupplierProductId, SupplierVariantId, Unreadable } from "../../wholesale/resources.ts";
import type { AmountField, Amounts, WrittenAmounts } from "../links/amounts.ts";
import type { FollowableField, ProductField, storedKey, VariantField } from "../links/fields.ts";
import type { OffSale } from "../links/off-sale-choices.ts";

/**
 * Our last writes to the fields of a product itself, without its variants; long texts as hashes. If the status is null, the
 * next comparison takes the shop's status as our last write.
 */
export type LastWritten = Partial<
  Record<Exclude<ProductField, "status"> | ReturnType<typeof storedKey>, string>
> & {
  status?: string | null;
};

/** A product's status and texts as the shop has them, the description as a hash. Unknown ones are missing. */
export type OwnInShop = Partial<
  Record<"status" | "title" | "vendor" | "productType" | "descriptionHtml", string>
>;

/** A linked product with the supplier's values, from our rows only. */
export type LinkedProduct = {
  supplierProductId: SupplierProductId;
  shopProductId: ShopProductId;
  lastWritten: LastWritten;
  merchantFields: ProductField[];
  /** The shop's last known status and texts. */
  ownInShop: OwnInShop;
  follows: FollowableField[];
  draftedFrom: ProductStatus | null;
  /** How the merchant has taken the product off sale in Stockbridge; null if it is for sale. */
  offSale: OffSale | null;
  /** True if the supplier's new variants are added to the shop. */
  allVariants: boolean;
  /** The values of an unfinished write: the shop may have them or not. */
  pendingWrite: PendingWrite | null;
  /** Shopify's `updatedAt` when the shop's values were last known to be ours. */
  shopUpdatedAt: Date | null;
  /**
   * True if the merchant may have edited the product although its `updatedAt` is the same: after a webhook, or
   * right after our write.
   */
  maybeEdited: boolean;
  /** True if the merchant has archived the product, as far as we know. */
  archived: boolean;
  name: string;
  category: string | null;
  /** The version of the shop's price rules that the product follows. */
  priceRulesVersion: number;
  /** True if the supplier no longer sells the product, or no longer lists it. */
  discontinued: boolean;
  /** The part of the supplier's product that we cannot read now, and whose last known values stand; null for none. */
  unreadable: Unreadable | null;
  variants: LinkedVariant[];
  /** The supplier's variants that were never linked: one that the merchant deleted in the shop keeps its link. */
  unlinked: SupplierVariantId[];
  /** The supplier's present texts; null if the product follows none of them. */
  texts: Record<FollowableField, string | null> | null;
};

export type LinkedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  /** Our last writes, as Shopify stored them; null if there was none. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number | null;
  /** The last stock that we know to have written, while the outcome of a newer write is unknown. */
  stockBefore: number | null;
  /**
   * The shop's values of fields that have no last write: as first read, or as they were when the merchant let the field follow
   * the supplier.
   */
  baseline: Amounts;
  /** The amounts that we last sent, for fields in which Shopify stored another amount. */
  sent: Amounts;
  /** The shop's last known amounts. */
  inShop: Amounts;
  merchantFields: VariantField[];
  /** The merchant's prices that are still to be written: former ones after an undo, or one that they typed. */
  undoTo: UndoTo | null;
  /** The cost that the present price was made for, if an undo restored that price; null if that cost is `cost`. */
  priceCost: string | null;
  /** A cost change that waits, or waited, for the merchant's approval. */
  approval: { cost: string; price: string; state: "waiting" | "approved" | "declined" } | null;
  /** Null if the supplier no longer has this variant. */
  supplier: { cost: Money; stock: number } | null;
};

/** The merchant's prices to write. Without `compareAtPrice`, the shop's compare-at price stays. */
export type UndoTo = {
  price: string | null;
  compareAtPrice?: string | null;
  /** The shop's currency when the prices were set or undone. Absent in rows of earlier versions of the app. */
  currency?: string | null;
  /** Why the prices are written, for the history. Absent in rows of earlier versions of the app. */
  reason?: "set" | "undone-edit" | "undone-run";
  /** The time of the prices that were undone. */
  editAt?: string;
  /** Fields that follow the supplier again once these prices are written. */
  follows?: VariantField[];
};

/**
 * Returns the first products with at most `most` variants together, but at least one product. Reading a
 * variant's values costs at most three points, and Shopify's cheapest plan restores a hundred points per second.
 */
export function withVariants<Product extends { variants: unknown[] }>(
  products: Product[],
  most: number,
): Product[] {
  let variants = 0;
  const beyond = products.findIndex((product, index) => {
    variants += product.variants.length;
    return index > 0 && variants > most;
  });
  return beyond < 0 ? products : products.slice(0, beyond);
}

/** Returns the amount that we last sent to the shop, before any rounding by Shopify; null if there was none. */
export function lastSent(variant: LinkedVariant, field: AmountField): string | null {
  const sent = variant.sent[field];
  return sent === undefined ? variant[field] : sent;
}

/** Returns the variant as its row will be once these written amounts are stored. */
export function withAmounts(variant: LinkedVariant, { values, sent, inShop }: WrittenAmounts): LinkedVariant {
  const others = Object.entries(variant.sent).filter(([field]) => !(field in values));
  return {
    ...variant,
    ...values,
    sent: { ...Object.fromEntries(others), ...sent },
    inShop: { ...variant.inShop, ...inShop },
  };
}

/** Values to write to a variant. A null compare-at price clears the shop's. */
export type VariantValues = { price?: string; compareAtPrice?: string | null; cost?: string };

export type PendingWrite = {
  /** The run that started the write. */
  runId: string;
  status?: ProductStatus;
  /** The status before the app drafted the product; null if this write restores that status. Present if `status` is. */
  draftedFrom?: ProductStatus | null;
  texts?: Partial<Record<FollowableField, string>>;
  variants: Record<string, VariantValues>;
};
