import { mayBeStoredAs, sameAmount } from "../../lib/money.ts";
import { hashOf } from "../../lib/hash-of.ts";
import type { ProductStatus, ProductValues } from "../../shop/products/product-values.server.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { afterWrite, amountFields, type Amounts, type WrittenAmounts } from "../links/amounts.ts";
import { followable, type ProductField, storedKey, type VariantField } from "../links/fields.ts";
import {
  type LastWritten,
  type LinkedProduct,
  type LinkedVariant,
  type OwnInShop,
  type UndoTo,
  withAmounts,
} from "./linked-product.ts";
import { storedText } from "./plan-sync.ts";

/** The result of comparing a product with the shop's values. */
export type Noticed = {
  /** The merchant's changes since our last write. From now on, the changed fields are the merchant's. */
  edits: Edit[];
  /** Variants that the merchant has deleted. */
  deleted: LinkedVariant[];
  /** The shop's values that come from a write with a lost reply. They will be stored as our last writes. */
  confirmed: Confirmed;
  /** The shop's amounts of variants whose amounts differ from the last known ones. */
  inShop: Map<SupplierVariantId, Amounts>;
  /** The shop's status and texts. */
  ownInShop: OwnInShop;
};

/**
 * `changes`: changes that the run `runId` has made. `baseline`: values that we have read for the first time.
 * They count as unchanged.
 */
type Confirmed = {
  lastWritten: LastWritten;
  /** `PendingWrite.draftedFrom`, if the write with the lost reply has written the status. */
  draftedFrom?: ProductStatus | null;
  variants: Map<SupplierVariantId, WrittenAmounts>;
  baseline: Map<SupplierVariantId, Amounts>;
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
 * Compares the shop's values with our last writes. If a value differs, the merchant has changed it, unless it
 * comes from a write whose reply was lost (`pendingWrite`).
 */
export function noticeEdits(product: LinkedProduct, found: ProductValues): Noticed {
  const runId = product.pendingWrite?.runId ?? null;
  const confirmed: Confirmed = {
    lastWritten: {},
    variants: new Map(),
    baseline: new Map(),
    changes: [],
    runId,
  };
  const noticed: Noticed = { edits: [], deleted: [], confirmed, inShop: new Map(), ownInShop: ownOf(found) };
  noticeOwnFields(noticed, product, found);
  const values = new Map(found.variants.map((variant) => [variant.id, variant]));
  for (const variant of product.variants) {
    const there = values.get(variant.shopVariantId);
    if (there === undefined) {
      noticed.deleted.push(variant);
      continue;
    }
    const pending = product.pendingWrite?.variants[variant.supplierVariantId] ?? {};
    const written: Amounts = {};
    const baseline: Amounts = {};
    const { price, compareAtPrice, cost } = there;
    if (amountFields.some((field) => !isAsKnown(variant.inShop[field], there[field])))
      noticed.inShop.set(variant.supplierVariantId, { price, compareAtPrice, cost });
    for (const field of amountFields) {
      const last = variant[field];
      // After our first price, a null compare-at price is a written value, not an unknown one.
      const known = last !== null || (field === "compareAtPrice" && variant.price !== null);
      const before = known ? last : variant.baseline[field];
      const isOurs = !variant.merchantFields.includes(field) || isUndone(variant, field);
      const meant = pending[field];
      if (meant !== undefined && mayBeStoredAs(meant, there[field])) {
        if (known && sameAmount(last, there[field])) continue;
        written[field] = meant;
        const stored = sameAmount(meant, there[field]) ? meant : there[field];
        confirmed.changes.push({ variant, field, old: before ?? null, new: stored });
      } else if (isOurs && before === undefined) baseline[field] = there[field];
      else if (isOurs && before !== undefined && !sameAmount(before, there[field])) {
        // Shopify has rounded our last write, and we did not see its reply.
        if (known && mayBeStoredAs(last, there[field])) written[field] = last;
        else noticed.edits.push({ variant, field, old: before, new: there[field] });
      }
    }
    if (Object.keys(written).length > 0)
      confirmed.variants.set(variant.supplierVariantId, afterWrite(written, { price, compareAtPrice, cost }));
    if (Object.keys(baseline).length > 0) confirmed.baseline.set(variant.supplierVariantId, baseline);
  }
  return noticed;
}

function ownOf({ status, title, vendor, productType, descriptionHtml }: ProductValues): OwnInShop {
  return { status, title, vendor, productType, descriptionHtml: hashOf(descriptionHtml) };
}

function noticeOwnFields(noticed: Noticed, product: LinkedProduct, found: ProductValues): void {
  const { lastWritten, pendingWrite, merchantFields, follows } = product;
  const { confirmed, edits } = noticed;
  const { status } = found;
  // Ignores "ARCHIVED", because `compareValues` handles archived products.
  if (lastWritten.status !== undefined && status !== lastWritten.status && status !== "ARCHIVED") {
    const change: Edit = { variant: null, field: "status", old: lastWritten.status, new: status };
    if (lastWritten.status === null || pendingWrite?.status === status) confirmed.lastWritten.status = status;
    if (pendingWrite?.status === status) {
      confirmed.changes.push(change);
      if (pendingWrite.draftedFrom !== undefined) confirmed.draftedFrom = pendingWrite.draftedFrom;
    } else if (lastWritten.status !== null && !merchantFields.includes("status")) edits.push(change);
  }
  for (const field of followable) {
    if (!follows.includes(field) || merchantFields.includes(field)) continue;
    const isLong = field === "descriptionHtml";
    const shown = storedKey(field);
    // The description that we sent cannot be compared, because Shopify reformats HTML.
    const known = lastWritten[shown] ?? (isLong ? undefined : lastWritten[field]);
    const there = isLong ? hashOf(found.descriptionHtml) : found[field];
    if (known === there) continue;
    const meant = pendingWrite?.texts?.[field];
    if (meant !== undefined && storedText(field, meant) === there) {
      Object.assign(confirmed.lastWritten, { [field]: there, [shown]: there });
      confirmed.changes.push({ variant: null, field, old: null, new: meant });
    } else if (known !== undefined)
      edits.push({ variant: null, field, old: null, new: isLong ? null : there });
    // The field has just begun to follow. Stores the shop's present text, so that the next comparison can
    // detect the merchant's change.
    else confirmed.lastWritten[shown] = there;
  }
}

/** Returns true if a waiting price of the merchant (`undoTo`) will be written to the field. */
export function isUndone({ undoTo }: LinkedVariant, field: Edit["field"]): boolean {
  return undoTo !== null && field in undoTo;
}

/**
 * Removes edited fields from the waiting prices: the merchant's newer edit must stay. If they have edited the
 * price, nothing is left to write.
 */
export function undoWithout(undoTo: UndoTo | null, edited: Edit["field"][]): UndoTo | null {
  if (undoTo === null || edited.includes("price")) return null;
  if (!edited.includes("compareAtPrice")) return undoTo;
  const { compareAtPrice: _theirs, follows, ...others } = undoTo;
  return { ...others, ...(follows && { follows: follows.filter((field) => field !== "compareAtPrice") }) };
}

/** Returns true if an amount in the shop has the same value as the last known one ("12.5" and "12.50"). */
function isAsKnown(known: string | null | undefined, there: string | null): boolean {
  return known !== undefined && sameAmount(known, there);
}

const NOTHING_WRITTEN: WrittenAmounts = { values: {}, sent: {}, inShop: {} };

/** Returns the product as our rows will have it after storing `noticed`. */
export function withNoticed(
  product: LinkedProduct,
  { edits, deleted, confirmed, inShop, ownInShop }: Noticed,
): LinkedProduct {
  const editsOf = (variant: LinkedVariant | null) =>
    edits.flatMap((edit) =>
      edit.variant?.supplierVariantId === variant?.supplierVariantId ? [edit.field] : [],
    );
  const gone = new Set(deleted);
  return {
    ...product,
    pendingWrite: null,
    ownInShop: { ...product.ownInShop, ...ownInShop },
    lastWritten: { ...product.lastWritten, ...confirmed.lastWritten },
    ...(confirmed.draftedFrom !== undefined && { draftedFrom: confirmed.draftedFrom }),
    merchantFields: [...product.merchantFields, ...(editsOf(null) as ProductField[])],
    variants: product.variants
      .filter((variant) => !gone.has(variant))
      .map((variant) => ({
        ...withAmounts(variant, {
          ...NOTHING_WRITTEN,
          ...confirmed.variants.get(variant.supplierVariantId),
          inShop: inShop.get(variant.supplierVariantId) ?? {},
        }),
        baseline: { ...variant.baseline, ...confirmed.baseline.get(variant.supplierVariantId) },
        undoTo: undoWithout(variant.undoTo, editsOf(variant)),
        merchantFields: [...variant.merchantFields, ...(editsOf(variant) as VariantField[])],
      })),
  };
}

/**
 * Takes the shop's values as our last writes, for a product of an early version of Stockbridge, which stored no
 * values. The merchant then has to review and start the product's sync.
 */
export function adoptValues(product: LinkedProduct, found: ProductValues): Noticed {
  const values = new Map(found.variants.map((variant) => [variant.id, variant]));
  const adopted = product.variants.flatMap((variant) => {
    const there = values.get(variant.shopVariantId);
    if (there === undefined) return [];
    const { price, compareAtPrice, cost } = there;
    const amounts = { price, compareAtPrice, ...(cost !== null && { cost }) };
    return [[variant.supplierVariantId, afterWrite(amounts, there)] as const];
  });
  return {
    edits: [],
    inShop: new Map(adopted.map(([id, amounts]) => [id, amounts.inShop])),
    ownInShop: ownOf(found),
    deleted: product.variants.filter(({ shopVariantId }) => !values.has(shopVariantId)),
    confirmed: {
      lastWritten: { status: found.status },
      variants: new Map(adopted),
      baseline: new Map(),
      changes: [],
      runId: null,
    },
  };
}
