import { sameAmount } from "../../lib/money.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { ProductContent } from "../../shop/products/product-content.ts";
import type { ShopProduct } from "../../shop/products/products.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import type { ProductField, VariantField } from "../links/fields.ts";
import { hashOf } from "./plan-import.ts";
import type { UpdatePlan } from "./plan-update.ts";

/** A variant of the shop that is linked to the supplier's. */
export type ImportedVariant = {
  supplierVariantId: SupplierVariantId;
  shopVariantId: ShopVariantId;
  inventoryItemId: string;
};

/** Returns the product's linked variants. */
export function linksOf({ variants }: ShopProduct): ImportedVariant[] {
  return variants.flatMap(({ id, supplierVariantId, inventoryItemId }) =>
    supplierVariantId === null
      ? []
      : [{ supplierVariantId: supplierVariantId as SupplierVariantId, shopVariantId: id, inventoryItemId }],
  );
}

/** Values that we wrote to the shop. If the shop's value differs later, the merchant changed it. */
export type WrittenValues = {
  /**
   * Texts and images as hashes. A field that we did not write is missing. A null status has no owner so far.
   */
  lastWritten: Partial<Record<Exclude<ProductField, "status">, string>> & { status?: string | null };
  variants: (ImportedVariant & {
    /** Null if not written. */
    price: string | null;
    cost: string | null;
    compareAtPrice: string | null;
    /** Tells a compare-at price written as null from one not written. */
    wroteCompareAt: boolean;
    stock: number;
    /**
     * Fields that we did not write although they differ from ours, in a variant that we knew nothing about.
     * They are the merchant's.
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
    variants: variants.map(({ supplierVariantId, shopVariantId, inventoryItemId }) => {
      const { price, compareAtPrice, cost } = byId.get(supplierVariantId) ?? NOTHING;
      const link = { supplierVariantId, shopVariantId, inventoryItemId };
      const pieces = stock.get(supplierVariantId) ?? 0;
      return {
        ...link,
        price,
        compareAtPrice,
        cost,
        wroteCompareAt: true,
        stock: pieces,
        merchantFields: [],
      };
    }),
  };
}

/**
 * Returns the values that a change wrote, and prices that matched already. Null or missing values leave the
 * stored ones unchanged.
 * @param known tells if we know what we last wrote to a variant.
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
    variants: variants.map((link) => {
      const wanted = planned.get(link.supplierVariantId);
      const before = there.get(link.shopVariantId);
      const change = changes.get(link.shopVariantId) ?? {};
      const keeps = (field: "price" | "compareAtPrice" | "cost") =>
        fresh.has(link.supplierVariantId) ||
        change[field] !== undefined ||
        (before !== undefined && wanted !== undefined && sameAmount(before[field], wanted[field]));
      const isLeft = wanted !== undefined && before !== undefined && !known(link.supplierVariantId);
      return {
        ...link,
        price: wanted && keeps("price") ? wanted.price : null,
        cost: wanted && keeps("cost") ? wanted.cost : null,
        compareAtPrice: wanted?.compareAtPrice ?? null,
        wroteCompareAt: wanted !== undefined && keeps("compareAtPrice"),
        stock: stock.get(link.supplierVariantId) ?? 0,
        merchantFields: isLeft ? PRICES.filter((field) => before[field] !== null && !keeps(field)) : [],
      };
    }),
  };
}

const PRICES = ["price", "compareAtPrice", "cost"] as const;
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
