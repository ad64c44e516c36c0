import { sameAmount } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopVariantId } from "../../shop/ids.ts";
import type { ProductContent, VariantContent } from "../../shop/products/product-content.ts";
import type { ProductChange, VariantChange } from "../../shop/products/product-set.ts";
import type { ShopProduct, ShopVariant } from "../../shop/products/products.server.ts";
import type { AmountField, Amounts } from "../links/amounts.ts";
import type { ProductField, VariantField } from "../links/fields.ts";
import type { OverwritableField } from "./import-options.ts";
import { nameOf, shapeVariants } from "./shape-variants.ts";

/**
 * The amounts that we last wrote to a variant, as Shopify stored them. `sent`: the amounts that we sent, where
 * Shopify stored another amount. `merchantFields`: fields that the merchant sets.
 */
export type LastWrittenVariant = {
  price: string | null;
  compareAtPrice: string | null;
  cost: string | null;
  sent: Amounts;
  merchantFields: string[];
};

/** A difference between the shop's product and the supplier's. `writes`: true if an import changes it. */
export type Difference = {
  field: ProductField | VariantField | "variant";
  /**
   * The variant's option values, joined. Null for the product itself, and for the only variant of a product
   * without options.
   */
  variant: string | null;
  /** Null if the shop has no value, or we don't know it. */
  before: string | null;
  after: string;
  writes: boolean;
};

export type UpdatePlan = {
  /** The reason why some of the supplier's variants cannot be added; null if all can. */
  problem: Message | null;
  change: Pick<ProductChange, "fields" | "variants" | "created" | "images">;
  differences: Difference[];
};

/**
 * Plans an import's changes to an existing product: the fields that the merchant has ticked (`overwrite`), and
 * the supplier's variants that the shop lacks. Changes prices only if the merchant has ticked them. All other
 * price changes are left to the sync, which applies the merchant's settings and approvals.
 */
export function planUpdate(given: {
  content: ProductContent;
  existing: ShopProduct;
  /** Keyed by the supplier's variant id. */
  lastWritten: Map<string, LastWrittenVariant>;
  overwrite: OverwritableField[];
  tags: string[];
}): UpdatePlan {
  const { content, existing, lastWritten, overwrite, tags } = given;
  const ticked = (field: OverwritableField) => overwrite.includes(field);
  const differences: Difference[] = [];
  const fields: UpdatePlan["change"]["fields"] = {};
  for (const field of ["title", "descriptionHtml", "vendor", "productType"] as const) {
    const after = content[field];
    if (after === null || sameText(existing[field], after)) continue;
    differences.push({ field, variant: null, before: existing[field], after, writes: ticked(field) });
    if (ticked(field)) fields[field] = after;
  }
  const missing = tags.filter(
    (tag) => !existing.tags.some((each) => each.toLowerCase() === tag.toLowerCase()),
  );
  if (missing.length > 0) {
    const all = [...existing.tags, ...missing];
    const [before, after] = [existing.tags.join(", "), all.join(", ")];
    differences.push({ field: "tags", variant: null, before, after, writes: ticked("tags") });
    if (ticked("tags")) fields.tags = all;
  }
  const images = ticked("images") && content.images.length > 0 ? content.images : null;
  if (images !== null)
    differences.push({
      field: "images",
      variant: null,
      before: null,
      after: String(images.length),
      writes: true,
    });

  const variants = new Map<ShopVariantId, VariantChange>();
  const shaped = shapeVariants(content, existing);
  for (const { variant, there } of shaped.known) {
    const changed = changeOf({
      variant,
      there,
      lastWritten: lastWritten.get(variant.supplierVariantId),
      ticked,
    });
    const { change } = changed;
    if (images !== null && variant.imageUrl !== null) change.imageUrl = variant.imageUrl;
    const reshaped = shaped.optionValues.get(there.id);
    if (reshaped) change.optionValues = reshaped;
    differences.push(...changed.differences);
    if (Object.keys(change).length > 0) variants.set(there.id, change);
  }
  const created = shaped.created.map((variant) =>
    images === null ? { ...variant, imageUrl: null } : variant,
  );
  for (const variant of created)
    differences.push({
      field: "variant",
      variant: nameOf(variant.optionValues),
      before: null,
      after: variant.price,
      writes: true,
    });
  return { problem: shaped.problem, change: { fields, variants, created, images }, differences };
}

function changeOf(given: {
  variant: VariantContent;
  there: ShopVariant;
  lastWritten: LastWrittenVariant | undefined;
  ticked: (field: OverwritableField) => boolean;
}): { change: VariantChange; differences: Difference[] } {
  const { variant, there, lastWritten, ticked } = given;
  const change: VariantChange = {};
  const differences: Difference[] = [];
  const name = nameOf(there.optionValues);
  const differs = (
    field: VariantField,
    { before, after, writes }: Pick<Difference, "before" | "after" | "writes">,
  ) => differences.push({ field, variant: name, before, after, writes });
  const isOurs = (field: AmountField) =>
    lastWritten !== undefined &&
    !lastWritten.merchantFields.includes(field) &&
    (lastWritten[field] !== null || field === "compareAtPrice") &&
    sameAmount(lastWritten[field], there[field]);

  const isThere = (field: AmountField) => {
    if (sameAmount(there[field], variant[field])) return true;
    const rounded = lastWritten?.sent[field];
    return rounded !== undefined && sameAmount(rounded, variant[field]) && isOurs(field);
  };

  for (const field of ["price", "cost"] as const) {
    if (isThere(field)) continue;
    differs(field, { before: there[field], after: variant[field], writes: ticked("price") });
    if (ticked("price")) change[field] = variant[field];
  }
  if (variant.compareAtPrice !== null && !isThere("compareAtPrice")) {
    const [before, after] = [there.compareAtPrice, variant.compareAtPrice];
    differs("compareAtPrice", { before, after, writes: ticked("price") });
    if (ticked("price")) change.compareAtPrice = after;
  }
  if (variant.barcode !== null && (there.barcode ?? "") !== variant.barcode) {
    differs("barcode", { before: there.barcode, after: variant.barcode, writes: ticked("barcode") });
    if (ticked("barcode")) change.barcode = variant.barcode;
  }
  if (variant.weightGrams !== null && !sameWeight(there.weightGrams, variant.weightGrams)) {
    const before = there.weightGrams === null ? null : inKilograms(there.weightGrams);
    differs("weight", { before, after: inKilograms(variant.weightGrams), writes: ticked("weight") });
    if (ticked("weight")) change.weightGrams = variant.weightGrams;
  }
  return { change, differences };
}

/** Compares texts without whitespace, because Shopify reformats HTML. */
function sameText(one: string, other: string): boolean {
  const tidy = (text: string) => text.replace(/\s+/g, " ").replace(/> </g, "><").trim();
  return tidy(one) === tidy(other);
}

/** Shopify keeps at most four decimals of a kilogram. */
function sameWeight(one: number | null, other: number): boolean {
  return one !== null && Math.abs(one - other) < 0.1;
}

function inKilograms(grams: number): string {
  return `${String(Number((grams / 1000).toFixed(4)))} kg`;
}
