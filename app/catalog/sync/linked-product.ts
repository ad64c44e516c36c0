import type { Money } from "../../lib/money.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import type { ProductStatus } from "../../shop/products/product-values.server.ts";
import type { SupplierProductId, SupplierVariantId, Unreadable } from "../../wholesale/resources.ts";
import type { AmountField, Amounts, WrittenAmounts } from "../links/amounts.ts";
import type { FollowableField, ProductField, storedKey, VariantField } from "../links/fields.ts";
import type { OffSale } from "../links/off-sale.ts";

/**
 * The values that we last wrote to a product's own fields; long texts as hashes. A null status has no owner:
 * the shop's status at the next comparison becomes ours.
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
  /** How the merchant has taken it off sale in Stockbridge; null if it is for sale. */
  offSale: OffSale | null;
  /** True if the supplier's new variants are added to the shop. */
  allVariants: boolean;
  /** The values of an unfinished write, which may or may not have been written. */
  pendingWrite: PendingWrite | null;
  /** Shopify's `updatedAt` when the shop's values were last known to be ours. */
  shopUpdatedAt: Date | null;
  /**
   * True if it may have been edited in spite of an equal `updatedAt`: after a webhook, or right after our
   * write.
   */
  maybeEdited: boolean;
  /** True if the merchant has archived it, as far as we know. */
  archived: boolean;
  name: string;
  category: string | null;
  /** The version of the shop's price rules that it follows. */
  priceRulesVersion: number;
  /** The supplier no longer sells it, or no longer lists it. */
  discontinued: boolean;
  /** The part of it that cannot be read now. Its values are as last read. */
  unreadable: Unreadable | null;
  variants: LinkedVariant[];
  /** The supplier's variants that the shop does not have. */
  unlinked: SupplierVariantId[];
  /** The supplier's present texts, if any of them follows. */
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
  /** The shop's values when first read, for fields that we never wrote or the merchant handed back. */
  baseline: Amounts;
  /** The amounts that we sent last, where Shopify stored others. */
  sent: Amounts;
  /** The shop's last known amounts. */
  inShop: Amounts;
  merchantFields: VariantField[];
  /** The merchant's prices that are still to be written: former ones after an undo, or one that they typed. */
  undoTo: UndoTo | null;
  /** The cost that the price was made for, if the merchant has undone another price since; null: `cost`. */
  priceCost: string | null;
  /** A cost change that waits, or waited, for the merchant's approval. */
  approval: { cost: string; price: string; state: "waiting" | "approved" | "declined" } | null;
  /** Null if the supplier no longer has this variant. */
  supplier: { cost: Money; stock: number } | null;
};

/** Has no compare-at price if that one stays. */
export type UndoTo = {
  price: string | null;
  compareAtPrice?: string | null;
  /** Why it is written, for the history. Absent in rows from before this was stored. */
  reason?: "set" | "undone-edit" | "undone-run";
  /** The time of the prices that were undone. */
  editAt?: string;
  /** Fields that follow the supplier again once this is written. */
  follows?: VariantField[];
};

/**
 * Returns the first products with at most `most` variants together, but at least one product. Reading a
 * variant's values costs at most three points, and the cheapest plan restores a hundred per second.
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

/** Returns the amount that we last sent to the shop, which Shopify may have rounded; null if there was none. */
export function lastSent(variant: LinkedVariant, field: AmountField): string | null {
  const sent = variant.sent[field];
  return sent === undefined ? variant[field] : sent;
}

/** Returns the variant as its row is once written amounts are stored. */
export function withAmounts(variant: LinkedVariant, { values, sent, inShop }: WrittenAmounts): LinkedVariant {
  const others = Object.entries(variant.sent).filter(([field]) => !(field in values));
  return {
    ...variant,
    ...values,
    sent: { ...Object.fromEntries(others), ...sent },
    inShop: { ...variant.inShop, ...inShop },
  };
}

/** Values to write to a variant. A null compare-at price clears it. */
export type VariantValues = { price?: string; compareAtPrice?: string | null; cost?: string };

export type PendingWrite = {
  /** The run that started the write. */
  runId: string;
  status?: ProductStatus;
  /** Status before the app drafted the product; null once it is restored. Set if `status` is. */
  draftedFrom?: ProductStatus | null;
  texts?: Partial<Record<FollowableField, string>>;
  variants: Record<string, VariantValues>;
};
