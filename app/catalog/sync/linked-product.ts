import type { Money } from "../../lib/money.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import type { SupplierProductId, SupplierVariantId } from "../../wholesale/resources.ts";
import type { ProductStatus } from "../../shop/product-values.server.ts";
import type { FollowableField, ProductField, VariantField } from "../links/fields.ts";

/** Where the description as Shopify shows it is kept (as a hash): it may have tidied up what was sent. */
export const SHOWN_DESCRIPTION = "descriptionHtml.shown";

/**
 * What we last wrote of a product's own fields; long texts as hashes. A status of null is nobody's: whichever the shop has at
 * the next comparison is ours.
 */
export type Kept = Partial<Record<Exclude<ProductField, "status"> | typeof SHOWN_DESCRIPTION, string>> & {
  status?: string | null;
};

/** A product of the shop and what the supplier has of it, as our rows know them: nothing here was asked of the shop. */
export type LinkedProduct = {
  supplierProductId: SupplierProductId;
  shopProductId: ShopProductId;
  kept: Kept;
  merchantFields: ProductField[];
  follows: FollowableField[];
  draftedFrom: ProductStatus | null;
  /** Whether the supplier's new variants come into the shop. */
  allVariants: boolean;
  /** What a write that was begun and not known to have ended has perhaps written. */
  intended: Intended | null;
  /** Shopify's `updatedAt` when the shop's values were last known to be ours. */
  shopUpdatedAt: Date | null;
  /** Whether it may have been edited all the same: Shopify has told of something, or we wrote it a moment ago. */
  maybeEdited: boolean;
  /** Whether the merchant has archived it, as far as we know. */
  archived: boolean;
  name: string;
  category: string | null;
  /** The version of the shop's price rules that it follows. */
  priceRulesVersion: number;
  /** The supplier no longer sells it, or no longer lists it. */
  discontinued: boolean;
  variants: LinkedVariant[];
  /** The supplier's variants that the shop does not have. */
  unlinked: SupplierVariantId[];
  /** The texts as the supplier has them now, where any of them follows. */
  texts: Record<FollowableField, string | null> | null;
};

export type LinkedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  /** As we last wrote them; null where we never did. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number | null;
  /** Where we never wrote, or the merchant handed it back: what the shop had when it was first looked at. */
  unowned: ValuesInShop;
  merchantFields: VariantField[];
  /** Prices of before a run that the merchant has undone; no compare-at price where that is theirs. */
  restore: { price: string | null; compareAtPrice?: string | null } | null;
  /** A change of cost that the merchant was asked about. */
  approval: { cost: string; price: string; state: "waiting" | "approved" | "left" } | null;
  /** What the supplier has; null where it no longer has this variant. */
  supplier: { cost: Money; stock: number } | null;
};

/**
 * The first of these, with so many variants at most; the first in any case. To read a variant's values costs three points, and
 * the cheapest plan restores a hundred a second.
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

/** A variant's values as the shop has them, of those that were looked at; null where it has none. */
export type ValuesInShop = Partial<Record<"price" | "compareAtPrice" | "cost", string | null>>;

/** Values that are written to a variant; a compare-at price of null takes it away. */
export type VariantValues = { price?: string; compareAtPrice?: string | null; cost?: string };

export type Intended = {
  /** The run that began the write. */
  runId: string;
  status?: ProductStatus;
  /** With the status. */
  draftedFrom?: ProductStatus | null;
  texts?: Partial<Record<FollowableField, string>>;
  variants: Record<string, VariantValues>;
};
