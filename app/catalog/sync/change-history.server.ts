import { Prisma } from "@prisma/client";

import { type Tx, asSystem } from "../../lib/database/db.server.ts";
import { env } from "../../lib/env.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { after } from "../../queue/back-off.ts";
import type { AmountField, Amounts } from "../links/amounts.ts";
import { sameAmount } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { currencyOf } from "../../shop/shop-facts.server.ts";
import { type Edit, isUndone } from "./notice-edits.ts";
import type { LinkedProduct, LinkedVariant } from "./linked-product.ts";
import { AMOUNT_FIELDS, type ChangeReason } from "./message-of-change.ts";
import type { SyncResult } from "./sync-result.ts";

/**
 * A change in the history. `runId`: the sync run that made the change; null if the merchant made it in the
 * shop.
 */
export type Change = {
  runId: string | null;
  supplierProductId: string;
  supplierVariantId: string | null;
  field: string;
  old: string | null;
  new: string | null;
  /** True if the merchant made the change in Stockbridge: they set a price, or undid a price change. */
  undo?: boolean;
  reason?: ChangeReason | null;
  /** The time (ISO) of the price edit that was undone. */
  editAt?: string | null;
};

/**
 * Stores changes. Amounts get the shop's present currency. If the old amount is in a former currency (the field
 * is in `former_currency`), stores null for the old amount and for the currency. Store the new amounts after
 * this call, because storing them clears `former_currency`.
 */
export async function storeChanges(
  tx: Tx,
  shop: ShopDomain,
  { changes, now }: { changes: Change[]; now: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const column = <Value>(of: (change: Change) => Value) => changes.map(of);
  await execute(tx)`
    insert into catalog_change (id, shop, run_id, supplier_product_id, supplier_variant_id, field, old, new, undo, reason,
      edit_at, currency, at)
    select gen_random_uuid(), ${shop}, run_id, product_id, variant_id, field, case when not is_former then old end, new, undo,
      reason, edit_at, case when field in (${Prisma.join(AMOUNT_FIELDS)}) and not is_former
        then ${currencyOf(shop)} end, ${now}
    from unnest(${column(({ runId }) => runId)}::uuid[], ${column(({ supplierProductId }) => supplierProductId)}::text[],
      ${column(({ supplierVariantId }) => supplierVariantId)}::text[], ${column(({ field }) => field)}::text[],
      ${column((change) => change.old)}::text[], ${column((change) => change.new)}::text[],
      ${column(({ undo }) => undo ?? false)}::boolean[], ${column(({ reason }) => reason ?? null)}::text[],
      ${column(({ editAt }) => editAt ?? null)}::timestamptz[])
      as row (run_id, product_id, variant_id, field, old, new, undo, reason, edit_at)
    left join lateral (select field = any(former_currency) from variant_link
      where shop = ${shop} and supplier_variant_id = variant_id) as link (is_in_former) on true
    cross join lateral (select coalesce(is_in_former, false)) as amount (is_former)`;
}

/** Deletes the expired history of all shops, in small transactions. */
export async function removeOldChanges(): Promise<void> {
  for (;;) {
    const count = await asSystem("catalog", async (tx, now) => {
      const before = { lt: after(now, -env.CATALOG_HISTORY_DAYS * 86_400) };
      const changes = await tx.catalogChange.deleteMany({ where: { at: before }, limit: BATCH });
      const runs = await tx.syncRun.deleteMany({
        where: { startedAt: before, endedAt: { not: null } },
        limit: BATCH,
      });
      return Math.max(changes.count, runs.count);
    });
    if (count < BATCH) return;
  }
}

const BATCH = 5000;

/** Lists the values that a run has written to a product. */
export function writtenChanges({ product, written }: SyncResult, runId: string | null): Change[] {
  const { supplierProductId } = product;
  const ours = { runId, supplierProductId };
  return [
    ...written.variants.flatMap(({ variant, amounts: { values } }) =>
      (Object.keys(values) as (keyof typeof values)[])
        .map((field) => ({
          ...ours,
          supplierVariantId: variant.supplierVariantId,
          field,
          old: variant[field] ?? variant.baseline[field] ?? null,
          new: values[field] ?? null,
          reason: reasonOfAmount(variant, field, values),
          ...undoOf(variant, field),
        }))
        // Omits writes that change nothing in the shop: the undo of a price that was never written, and a null
        // compare-at price that is written with a first price.
        .filter(
          ({ field, old, new: now }) =>
            !(isUndone(variant, field) || field === "compareAtPrice") || !sameAmount(old, now),
        ),
    ),
    ...written.stock.map(({ variant, to }) => ({
      ...ours,
      supplierVariantId: variant.supplierVariantId,
      field: "stock",
      old: variant.stock === null ? null : String(variant.stock),
      new: String(to),
      reason: reasonOfStock(product, { variant, to }),
    })),
    ...(written.status
      ? [
          {
            ...ours,
            supplierVariantId: null,
            field: "status",
            old: product.lastWritten.status ?? null,
            new: written.status.to,
            reason: reasonOfStatus(product),
          },
        ]
      : []),
    ...Object.entries(written.texts).map(([field, text]) => ({
      ...ours,
      supplierVariantId: null,
      field,
      old: null,
      new: shortened(text),
      reason: "supplier" as const,
    })),
    ...written.added.map(({ supplierVariantId, sku }) => ({
      ...ours,
      supplierVariantId,
      field: "variant",
      old: null,
      new: sku,
      reason: "supplier" as const,
    })),
  ];
}

/**
 * Returns the reason why a price that the merchant has set or restored (`undoTo`) is written; an empty object
 * for other values.
 */
function undoOf(variant: LinkedVariant, field: Edit["field"]): Pick<Change, "undo" | "reason" | "editAt"> {
  const { undoTo } = variant;
  if (undoTo === null || !isUndone(variant, field)) return {};
  return { undo: true, reason: undoTo.reason ?? null, editAt: undoTo.editAt ?? null };
}

/** Returns the reason why an amount is written. `values`: the amounts that are written together. */
function reasonOfAmount(variant: LinkedVariant, field: AmountField, values: Amounts): ChangeReason {
  if (variant.approval?.state === "approved") return "approved";
  // The amount is written for the first time, or for the first time since the merchant let it follow the
  // supplier.
  if (variant[field] === null && (field !== "compareAtPrice" || isFirstPrice(variant, values)))
    return "follows";
  // A cost may have been written while the price was the merchant's. If the price follows again, this cost is
  // the reason for the new price.
  const { priceCost, cost } = variant;
  const isCostNew = values.cost !== undefined || (priceCost !== null && !sameAmount(priceCost, cost));
  return isCostNew ? "cost" : "rules";
}

/**
 * Returns true if the price is written for the first time, or for the first time since the merchant let it
 * follow the supplier.
 */
function isFirstPrice(variant: LinkedVariant, values: Amounts): boolean {
  return variant.price === null && values.price !== undefined;
}

function reasonOfStock(
  { offSale, discontinued, unreadable }: LinkedProduct,
  { variant, to }: { variant: LinkedVariant; to: number },
): ChangeReason {
  if (offSale === "zero") return "off-sale";
  if (discontinued || variant.supplier === null) return "discontinued";
  return to === 0 && unreadable !== null ? "unreadable" : "stock";
}

function reasonOfStatus({ offSale, discontinued }: LinkedProduct): ChangeReason {
  if (offSale === "draft") return "off-sale";
  return discontinued ? "discontinued" : "on-sale-again";
}

/**
 * Lists the changes that a read of the shop has shown: the merchant's edits, and our own writes whose reply was
 * lost.
 */
export function noticedChanges({ product: { supplierProductId }, noticed }: SyncResult): Change[] {
  const theirs = { runId: null, supplierProductId };
  return [
    ...(noticed?.edits ?? []).map(({ variant, field, old, new: now }) => ({
      ...theirs,
      supplierVariantId: variant?.supplierVariantId ?? null,
      field,
      old,
      new: now,
    })),
    ...(noticed?.deleted ?? []).map(({ supplierVariantId }) => ({
      ...theirs,
      supplierVariantId,
      field: "variant",
      old: supplierVariantId,
      new: null,
    })),
    ...(noticed?.confirmed.changes ?? []).map(({ variant, field, old, new: now }) => ({
      runId: noticed?.confirmed.runId ?? null,
      supplierProductId,
      supplierVariantId: variant?.supplierVariantId ?? null,
      field,
      old,
      new: now && shortened(now),
      ...(variant && undoOf(variant, field)),
    })),
  ];
}

const MAX_TEXT = 200;

function shortened(text: string): string {
  return text.slice(0, MAX_TEXT).toWellFormed();
}
