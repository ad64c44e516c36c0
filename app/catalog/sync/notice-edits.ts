import { sameAmount } from "../../lib/money.ts";
import type { ProductStatus, ProductValues } from "../../shop/products/product-values.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { hashOf } from "../import/plan-import.ts";
import { followable, type ProductField, type VariantField } from "../links/fields.ts";
import {
  type LastWritten,
  type LinkedProduct,
  type LinkedVariant,
  SHOWN_DESCRIPTION,
  type ValuesInShop,
  type VariantValues,
} from "./linked-product.ts";
import { storedText } from "./plan-sync.ts";

/** The result of comparing a product with the shop's values. */
export type Noticed = {
  /** The merchant's changes since our last write, which are theirs from now on. */
  edits: Edit[];
  /** Variants that the merchant has deleted. */
  deleted: LinkedVariant[];
  /** Values that an unfinished write has written, which are stored from now on. */
  confirmed: Confirmed;
};

/** `changes` were made by the run `runId`. `unowned`: values read for the first time, which have no owner. */
type Confirmed = {
  kept: LastWritten;
  /** Set with a status that we have written. */
  draftedFrom?: ProductStatus | null;
  variants: Map<SupplierVariantId, VariantValues>;
  unowned: Map<SupplierVariantId, ValuesInShop>;
  changes: Edit[];
  runId: string | null;
};

export type Edit = {
  variant: LinkedVariant | null;
  field: ProductField | VariantField;
  old: string | null;
  new: string | null;
};

/**
 * Compares the shop's values with our last writes. A differing value is the merchant's, unless it is the
 * intent of an unfinished write.
 */
export function noticeEdits(product: LinkedProduct, found: ProductValues): Noticed {
  const runId = product.intended?.runId ?? null;
  const confirmed: Confirmed = { kept: {}, variants: new Map(), unowned: new Map(), changes: [], runId };
  const noticed: Noticed = { edits: [], deleted: [], confirmed };
  noticeOwnFields(noticed, product, found);
  const values = new Map(found.variants.map((variant) => [variant.id, variant]));
  for (const variant of product.variants) {
    const there = values.get(variant.shopVariantId);
    if (there === undefined) {
      noticed.deleted.push(variant);
      continue;
    }
    const intended = product.intended?.variants[variant.supplierVariantId] ?? {};
    const written: VariantValues = {};
    const unowned: ValuesInShop = {};
    for (const field of ["price", "compareAtPrice", "cost"] as const) {
      const kept = variant[field];
      // Once we have written a price, a null compare-at price is a value as well.
      const known = kept !== null || (field === "compareAtPrice" && variant.price !== null);
      const before = known ? kept : variant.unowned[field];
      const isOurs = !variant.merchantFields.includes(field) || isUndone(variant, field);
      const meant = intended[field];
      if (meant !== undefined && sameAmount(meant, there[field])) {
        if (known && sameAmount(kept, meant)) continue;
        Object.assign(written, { [field]: meant });
        confirmed.changes.push({ variant, field, old: before ?? null, new: meant });
      } else if (isOurs && before === undefined) unowned[field] = there[field];
      else if (isOurs && before !== undefined && !sameAmount(before, there[field]))
        noticed.edits.push({ variant, field, old: before, new: there[field] });
    }
    if (Object.keys(written).length > 0) confirmed.variants.set(variant.supplierVariantId, written);
    if (Object.keys(unowned).length > 0) confirmed.unowned.set(variant.supplierVariantId, unowned);
  }
  return noticed;
}

function noticeOwnFields(noticed: Noticed, product: LinkedProduct, found: ProductValues): void {
  const { kept, intended, merchantFields, follows } = product;
  const { confirmed, edits } = noticed;
  const { status } = found;
  // `compareValues` reports an archived product.
  if (kept.status !== undefined && status !== kept.status && status !== "ARCHIVED") {
    const change: Edit = { variant: null, field: "status", old: kept.status, new: status };
    if (kept.status === null || intended?.status === status) confirmed.kept.status = status;
    if (intended?.status === status) {
      confirmed.changes.push(change);
      if (intended.draftedFrom !== undefined) confirmed.draftedFrom = intended.draftedFrom;
    } else if (kept.status !== null && !merchantFields.includes("status")) edits.push(change);
  }
  for (const field of followable) {
    if (!follows.includes(field) || merchantFields.includes(field)) continue;
    const isLong = field === "descriptionHtml";
    const shown = isLong ? SHOWN_DESCRIPTION : field;
    const known = kept[shown];
    const there = isLong ? hashOf(found.descriptionHtml) : found[field];
    if (known === there) continue;
    const meant = intended?.texts?.[field];
    if (meant !== undefined && storedText(field, meant) === there) {
      Object.assign(confirmed.kept, { [field]: there, ...(isLong && { [SHOWN_DESCRIPTION]: there }) });
      confirmed.changes.push({ variant: null, field, old: null, new: meant });
    } else if (known !== undefined)
      edits.push({ variant: null, field, old: null, new: isLong ? null : there });
    // The text at the time when the merchant chose to follow has no owner. A later change is theirs.
    else confirmed.kept[shown] = there;
  }
}

/** Returns true if the field's former price is about to be restored. */
export function isUndone({ restore }: LinkedVariant, field: Edit["field"]): boolean {
  return restore !== null && field in restore;
}

/** Returns the product as our rows have it once `noticed` is stored. */
export function withNoticed(product: LinkedProduct, { edits, deleted, confirmed }: Noticed): LinkedProduct {
  const editsOf = (variant: LinkedVariant | null) =>
    edits.flatMap((edit) =>
      edit.variant?.supplierVariantId === variant?.supplierVariantId ? [edit.field] : [],
    );
  const gone = new Set(deleted);
  return {
    ...product,
    intended: null,
    kept: { ...product.kept, ...confirmed.kept },
    ...(confirmed.draftedFrom !== undefined && { draftedFrom: confirmed.draftedFrom }),
    merchantFields: [...product.merchantFields, ...(editsOf(null) as ProductField[])],
    variants: product.variants
      .filter((variant) => !gone.has(variant))
      .map((variant) => ({
        ...variant,
        ...confirmed.variants.get(variant.supplierVariantId),
        unowned: { ...variant.unowned, ...confirmed.unowned.get(variant.supplierVariantId) },
        ...(editsOf(variant).some((field) => isUndone(variant, field)) && { restore: null }),
        merchantFields: [...variant.merchantFields, ...(editsOf(variant) as VariantField[])],
      })),
  };
}

/**
 * Adopts the shop's values of a product whose values we never stored, because an earlier version imported it.
 * They count as ours until the merchant changes them. The merchant reviews the first sync.
 */
export function adoptValues(product: LinkedProduct, found: ProductValues): Noticed {
  const values = new Map(found.variants.map((variant) => [variant.id, variant]));
  const adopted = product.variants.flatMap((variant) => {
    const there = values.get(variant.shopVariantId);
    if (there === undefined) return [];
    const { price, compareAtPrice, cost } = there;
    return [[variant.supplierVariantId, { price, compareAtPrice, ...(cost !== null && { cost }) }] as const];
  });
  return {
    edits: [],
    deleted: product.variants.filter(({ shopVariantId }) => !values.has(shopVariantId)),
    confirmed: {
      kept: { status: found.status },
      variants: new Map(adopted),
      unowned: new Map(),
      changes: [],
      runId: null,
    },
  };
}
