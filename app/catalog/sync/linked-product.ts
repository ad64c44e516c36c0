import type { Money } from "../../lib/money.ts";
import type { ShopProductId, ShopVariantId } from "../../shop/ids.ts";
import type { ProductStatus } from "../../shop/products/product-values.server.ts";
import type { SupplierProductId, SupplierVariantId, Unreadable } from "../../wholesale/resources.ts";
import type { AmountField, Amounts, WrittenAmounts } from "../links/amounts.ts";
import type { FollowableField, ProductField, storedKey, VariantField } from "../links/fields.ts";
import type { OffSale } from "../links/off-sale-choices.ts";

/**
 * Our last writes to a product's own fields, without its variants. Description and images are hashes. A null
 * status means that the next comparison takes the shop's status as our last write.
 */
export type LastWritten = Partial<
  Record<Exclude<ProductField, "status"> | ReturnType<typeof storedKey>, string>
> & {
  status?: string | null;
};

/** A product's status and texts as the shop has them. The description is a hash. Unknown values are missing. */
export type OwnInShop = Partial<
  Record<"status" | "title" | "vendor" | "productType" | "descriptionHtml", string>
>;

/** A linked product with our last writes and the supplier's values, all from our rows. */
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
  /** The values of a write whose outcome is unknown: the shop may have them. */
  pendingWrite: PendingWrite | null;
  /** Shopify's `updatedAt` at our last write or comparison; null if we don't know it. */
  shopUpdatedAt: Date | null;
  /**
   * True if the merchant may have edited the product even if its `updatedAt` is unchanged: after a webhook, or
   * shortly after our write.
   */
  maybeEdited: boolean;
  /** True if the merchant had archived the product when we last read it. */
  archived: boolean;
  name: string;
  category: string | null;
  /** Version of the price rules that the product follows. */
  priceRulesVersion: number;
  /** True if the supplier no longer sells the product, or no longer lists it. */
  discontinued: boolean;
  /**
   * The part of the supplier's product that we could not read last time, and whose old values we use; null if
   * we read all.
   */
  unreadable: Unreadable | null;
  variants: LinkedVariant[];
  /**
   * The supplier's variants without a link. Variants that the merchant deleted in the shop are not among them,
   * because they keep their links.
   */
  unlinked: SupplierVariantId[];
  /** The supplier's present texts; null if the product follows none of them. */
  texts: Record<FollowableField, string | null> | null;
};

export type LinkedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  /** Our last writes, as Shopify stored them; null if we have not written the field. */
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  stock: number | null;
  /** The stock that we wrote before `stock` was cleared for a new write (`forgetStock`). */
  stockBefore: number | null;
  /**
   * The shop's values of fields that we have not written: as first read, or as they were when the merchant let
   * the field follow the supplier.
   */
  baseline: Amounts;
  /** The amounts that we last sent, where Shopify has stored another amount. */
  sent: Amounts;
  /** The shop's last known amounts. */
  inShop: Amounts;
  merchantFields: VariantField[];
  /**
   * Waiting prices of the merchant, not written yet: a price that they have typed, or old prices that an undo
   * restores.
   */
  undoTo: UndoTo | null;
  /**
   * The cost from which the present price was computed, if an undo has restored that price; null if it is
   * `cost`.
   */
  priceCost: string | null;
  /** A large cost change that waits for the merchant's approval, or that they have approved or declined. */
  approval: { cost: string; price: string; state: "waiting" | "approved" | "declined" } | null;
  /** The supplier's present values; null if the supplier no longer has this variant. */
  supplier: { cost: Money; stock: number } | null;
};

/** Waiting prices of the merchant. If `compareAtPrice` is missing, the shop's compare-at price stays. */
export type UndoTo = {
  price: string | null;
  compareAtPrice?: string | null;
  /** The shop's currency when the merchant set or restored the prices. Missing in old rows. */
  currency?: string | null;
  /** The reason for the history. Missing in old rows. */
  reason?: "set" | "undone-edit" | "undone-run";
  /** The time (ISO) of the price edit that was undone. */
  editAt?: string;
  /** Fields that follow the supplier again after these prices are written. */
  follows?: VariantField[];
};

/**
 * Returns the first products with at most `most` variants in total, but at least one product. Reading a variant
 * costs up to three points of Shopify's rate limit, and the cheapest plan restores a hundred points per second.
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

/** Returns the amount that we last sent to the shop, before Shopify rounded it; null if we have sent none. */
export function lastSent(variant: LinkedVariant, field: AmountField): string | null {
  const sent = variant.sent[field];
  return sent === undefined ? variant[field] : sent;
}

/** Returns the variant with these written amounts, as its row will be after storing them. */
export function withAmounts(variant: LinkedVariant, { values, sent, inShop }: WrittenAmounts): LinkedVariant {
  const others = Object.entries(variant.sent).filter(([field]) => !(field in values));
  return {
    ...variant,
    ...values,
    sent: { ...Object.fromEntries(others), ...sent },
    inShop: { ...variant.inShop, ...inShop },
  };
}

/** Values to write to a variant. A null compare-at price clears the shop's compare-at price. */
export type VariantValues = { price?: string; compareAtPrice?: string | null; cost?: string };

export type PendingWrite = {
  /** The sync run that started the write. */
  runId: string;
  status?: ProductStatus;
  /**
   * The status before Stockbridge made the product a draft; null if this write restores that status. Set if
   * `status` is set.
   */
  draftedFrom?: ProductStatus | null;
  texts?: Partial<Record<FollowableField, string>>;
  variants: Record<string, VariantValues>;
};
