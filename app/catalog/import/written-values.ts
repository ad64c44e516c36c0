import { sameAmount } from "../../lib/money.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { ProductContent } from "../../shop/products/product-content.ts";
import type { ShopProduct } from "../../shop/products/products.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import {
  afterRead,
  afterWrite,
  type AmountField,
  amountFields,
  type Amounts,
  type WrittenAmounts,
} from "../links/amounts.ts";
import type { ProductField, VariantField } from "../links/fields.ts";
import type { UpdatePlan } from "./plan-update.ts";

/** A variant of the shop that is linked to a variant of the supplier. */
export type ImportedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
  /** Returns the variant's amounts after a write, from Shopify's reply or from a read right after it. */
  amountsAfter: (sent: Amounts) => WrittenAmounts;
};

/**
 * Returns the product's linked variants. `replied`: the amounts from Shopify's reply to the write, by the
 * shop's variant id. Null if Shopify's reply had none and the product was read again.
 */
export function linksOf(
  { variants }: ShopProduct,
  replied: Map<string, Amounts> | null = null,
): ImportedVariant[] {
  return variants.flatMap(({ supplierVariantId, ...variant }) =>
    supplierVariantId === null
      ? []
      : {
          supplierVariantId: supplierVariantId as SupplierVariantId,
          shopVariantId: variant.id,
          inventoryItemId: variant.inventoryItemId,
          amountsAfter: (sent) =>
            replied ? afterWrite(sent, replied.get(variant.id)) : afterRead(sent, variant),
        },
  );
}

/** Values that we wrote to the shop. If the shop has another value later, the merchant has changed it. */
export type WrittenValues = {
  /**
   * Description and images are hashes. Fields that we did not write are missing. A null status means that we
   * don't know if the shop's status is ours or the merchant's.
   */
  lastWritten: Partial<Record<Exclude<ProductField, "status">, string>> & { status?: string | null };
  variants: (Omit<ImportedVariant, "amountsAfter"> & {
    amounts: WrittenAmounts;
    stock: number;
    /**
     * Fields that count as the merchant's: we had no row for the variant, the shop's value differs from ours,
     * and this import did not overwrite it.
     */
    merchantFields: VariantField[];
  })[];
};

/** Returns the values written to a new product. */
export function writtenToNew(
  content: ProductContent,
  written: { status: string; tags: string[]; stock: Map<string, number>; variants: ImportedVariant[] },
): WrittenValues {
  const { status, tags, stock, variants } = written;
  const byId = new Map(content.variants.map((variant) => [variant.supplierVariantId, variant]));
  return {
    lastWritten: {
      ...textsOf(content),
      status,
      ...(tags.length > 0 && { tags: keptTags(tags) }),
      ...(content.images.length > 0 && { images: hashOf(content.images) }),
    },
    variants: variants.map(({ amountsAfter, ...link }) => {
      const { price, compareAtPrice, cost } = byId.get(link.supplierVariantId) ?? NOTHING;
      return {
        ...link,
        amounts: amountsAfter({ price, compareAtPrice, cost }),
        stock: stock.get(link.supplierVariantId) ?? 0,
        merchantFields: [],
      };
    }),
  };
}

/**
 * Returns the values that a change wrote, and amounts that were already right. For missing values, the stored
 * ones stay.
 * @param done `known`: returns true if we know what we last wrote to a variant.
 */
export function writtenByChange(
  content: ProductContent,
  done: {
    plan: UpdatePlan;
    existing: ShopProduct;
    stock: Map<string, number>;
    variants: ImportedVariant[];
    known: (supplierVariantId: string) => boolean;
  },
): WrittenValues {
  const { plan, existing, stock, variants, known } = done;
  const { fields, variants: changes, created, images } = plan.change;
  const { tags, ...texts } = fields;
  const there = new Map(existing.variants.map((variant) => [variant.id, variant]));
  const planned = new Map(content.variants.map((variant) => [variant.supplierVariantId, variant]));
  const fresh = new Set(created.map(({ supplierVariantId }) => supplierVariantId));
  return {
    lastWritten: {
      ...textsOf(texts),
      ...(tags && { tags: keptTags(tags) }),
      ...(images && { images: hashOf(images) }),
    },
    variants: variants.map(({ amountsAfter, ...link }) => {
      const wanted = planned.get(link.supplierVariantId);
      const before = there.get(link.shopVariantId);
      const change = changes.get(link.shopVariantId) ?? {};
      const keeps = (field: AmountField) =>
        fresh.has(link.supplierVariantId) ||
        change[field] !== undefined ||
        (before !== undefined && wanted !== undefined && sameAmount(before[field], wanted[field]));
      const isLeft = wanted !== undefined && before !== undefined && !known(link.supplierVariantId);
      const sent = wanted ? amountFields.filter(keeps).map((field) => [field, wanted[field]]) : [];
      return {
        ...link,
        amounts: amountsAfter(Object.fromEntries(sent) as Amounts),
        stock: stock.get(link.supplierVariantId) ?? 0,
        merchantFields: isLeft ? amountFields.filter((field) => before[field] !== null && !keeps(field)) : [],
      };
    }),
  };
}

const NOTHING = { price: null, compareAtPrice: null, cost: null };

function textsOf(
  texts: Partial<Record<"title" | "descriptionHtml" | "vendor" | "productType", string | null>>,
): Partial<Record<ProductField, string>> {
  const { title, descriptionHtml, vendor, productType } = texts;
  return {
    ...(title != null && { title }),
    ...(descriptionHtml != null && { descriptionHtml: hashOf(descriptionHtml) }),
    ...(vendor != null && { vendor }),
    ...(productType != null && { productType }),
  };
}

function keptTags(tags: string[]): string {
  return tags.toSorted().join(", ");
}
