import { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import { sameAmount } from "../../lib/money.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { execute } from "../../lib/database/statement.server.ts";
import { enqueue } from "../../queue/boss.server.ts";
import { jobs } from "../../queue/jobs.ts";
import { NOW } from "../../queue/lease.server.ts";
import type { WrittenAmounts } from "../links/amounts.ts";
import { followable, storedKey, type VariantField } from "../links/fields.ts";
import type { SupplierVariantId } from "../../wholesale/resources.ts";
import { type Change, noticedChanges, storeChanges, writtenChanges } from "./change-history.server.ts";
import type { LastWritten } from "./linked-product.ts";
import { isUndone, undoWithout } from "./notice-edits.ts";
import { costBefore, storedText, writesValues } from "./plan-sync.ts";
import type { SyncBatch, SyncLease } from "./sync-lease.server.ts";
import { areValuesWritten, type SyncResult } from "./sync-result.ts";

/**
 * Stores the values that we have read from the shop or written to it, and their history.
 * @param batch the batch whose run has written the values; null if values were only compared
 * @returns the written changes.
 */
export async function storeValues(
  tx: Tx,
  { lease, batch }: { lease: SyncLease; batch: SyncBatch | null },
  { results, now }: { results: SyncResult[]; now: Date },
): Promise<Change[]> {
  const { shop } = lease;
  if (results.length === 0) return [];
  const noticed = results.flatMap(noticedChanges);
  const written = results.flatMap((result) => writtenChanges(result, batch?.runId ?? null));
  await storeChanges(tx, shop, { changes: [...noticed, ...written], now });
  await storeVariants(tx, shop, results);
  await storeProducts(tx, { lease, followed: batch !== null }, results);
  await storeApprovals(tx, shop, results);
  await countConfirmed(tx, shop, results);
  return written;
}

/** Adds changes with a lost reply to their run's count, because the run could not count them. */
async function countConfirmed(tx: Tx, shop: ShopDomain, results: SyncResult[]): Promise<void> {
  const runs = results.flatMap(({ noticed }) =>
    noticed && noticed.confirmed.changes.length > 0 && noticed.confirmed.runId !== null
      ? [noticed.confirmed.runId]
      : [],
  );
  for (const [id, of] of Map.groupBy(runs, (run) => run))
    await tx.syncRun.updateMany({ where: { shop, id }, data: { changed: { increment: of.length } } });
}

/**
 * SQL array: the fields that follow the supplier again, because the waiting prices (`undo_to`) are written.
 * Empty if `undo_to` has changed meanwhile.
 */
const FOLLOWS = Prisma.sql`case when link.undo_to = item->'restored'
  then array(select jsonb_array_elements_text(coalesce(item->'follows', '[]'))) else '{}' end`;

async function storeVariants(tx: Tx, shop: string, results: SyncResult[]): Promise<void> {
  const items = results.flatMap((result) => {
    const { noticed, written, plan } = result;
    const byId = new Map<string, Record<string, unknown>>();
    const at = (id: string) => byId.get(id) ?? byId.set(id, { id }).get(id) ?? {};
    const write = (id: string, { values, sent, inShop }: WrittenAmounts) =>
      Object.assign(at(id), values, { written: Object.keys(values), sent, inShop });
    for (const [id, amounts] of noticed?.confirmed.variants ?? []) write(id, amounts);
    for (const [id, inShop] of noticed?.inShop ?? []) at(id)["inShop"] = inShop;
    for (const [id, baseline] of noticed?.confirmed.baseline ?? []) at(id)["baseline"] = baseline;
    for (const { variant, field } of noticed?.edits ?? [])
      if (variant) {
        const item = at(variant.supplierVariantId);
        const edited = [
          ...((item["merchantFields"] as VariantField[] | undefined) ?? []),
          field as VariantField,
        ];
        item["merchantFields"] = edited;
        if (isUndone(variant, field))
          Object.assign(item, { restored: variant.undoTo, undoTo: undoWithout(variant.undoTo, edited) });
      }
    for (const { supplierVariantId } of noticed?.deleted ?? []) at(supplierVariantId)["deleted"] = true;
    for (const { variant, amounts } of written.variants) {
      write(variant.supplierVariantId, amounts);
      const { undoTo } = variant;
      if (undoTo)
        Object.assign(at(variant.supplierVariantId), {
          restored: undoTo,
          undoTo: null,
          follows: undoTo.follows,
        });
    }
    for (const { variant, to } of written.stock) at(variant.supplierVariantId)["stock"] = to;
    for (const id of writtenOf(result, plan.repriced)) at(id)["repriced"] = true;
    return [...byId.values()];
  });
  if (items.length > 0)
    await execute(tx)`
      update variant_link link set
        price = case when item ? 'price' then item->>'price' else link.price end,
        compare_at_price = case when item ? 'compareAtPrice' then item->>'compareAtPrice' else link.compare_at_price end,
        cost = case when item ? 'cost' then item->>'cost' else link.cost end,
        stock = case when item ? 'stock' then (item->>'stock')::int else link.stock end,
        stock_before = case when item ? 'stock' then null else link.stock_before end,
        -- Keeps a price that the merchant has typed meanwhile.
        undo_to = case when link.undo_to = item->'restored' then nullif(item->'undoTo', 'null') else link.undo_to end,
        price_cost = case when item ? 'repriced' then null else link.price_cost end,
        baseline = link.baseline || coalesce(item->'baseline', '{}'),
        sent = link.sent - array(select jsonb_array_elements_text(coalesce(item->'written', '[]')))
          || coalesce(item->'sent', '{}'),
        former_currency = array(select unnest(link.former_currency)
          except select jsonb_array_elements_text(coalesce(item->'written', '[]'))),
        in_shop = link.in_shop || coalesce(item->'inShop', '{}'),
        shop_state = case when item ? 'deleted' then 'deleted' else link.shop_state end,
        kept_fields = link.kept_fields - ${FOLLOWS},
        merchant_fields = array(
          select unnest(link.merchant_fields) except select unnest(${FOLLOWS})
          union select jsonb_array_elements_text(coalesce(item->'merchantFields', '[]')) order by 1)
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
      where link.shop = ${shop} and link.supplier_variant_id = item->>'id'`;
  const added = results.flatMap(({ product: { supplierProductId }, written }) =>
    written.added.map(({ sku: _sku, ...variant }) => ({ shop, supplierProductId, ...variant })),
  );
  if (added.length === 0) return;
  const shopVariantId = { in: added.map((variant) => variant.shopVariantId) };
  await tx.variantLink.deleteMany({ where: { shop, shopVariantId } });
  await tx.variantLink.createMany({ data: added });
  await enqueue(tx, jobs["catalog.links-changed"], { shop });
}

/**
 * If a product's `updatedAt` is this recent, a later change may have the same `updatedAt`: it has whole
 * seconds, and Shopify's clock may differ from ours. Then we don't store it, so that the product is read again.
 */
const SAME_MOMENT_SECONDS = 60;

/**
 * `followed`: true after a batch that made the products follow the supplier. Products without a failure are
 * then no longer due.
 */
async function storeProducts(
  tx: Tx,
  { lease: { shop, leasedUntil }, followed }: { lease: SyncLease; followed: boolean },
  results: SyncResult[],
): Promise<void> {
  const items = results.map((result) => {
    const { product, noticed, written, updatedAt } = result;
    const { status, texts, storedTexts } = written;
    const merchantFields = noticed?.edits.flatMap(({ variant, field }) => (variant ? [] : [field])) ?? [];
    const draftedFrom = status ? status.draftedFrom : noticed?.confirmed.draftedFrom;
    const { descriptionHtml: _long, ...shortTexts } = { ...texts, ...storedTexts };
    const isKnown =
      !result.unclear && areValuesWritten(result) && (noticed !== null || writesValues(result.plan));
    return {
      id: product.supplierProductId,
      lastWritten: {
        ...noticed?.confirmed.lastWritten,
        ...lastWrittenOf(texts, storedTexts),
        ...(status && { status: status.to }),
      },
      merchantFields,
      inShop: { ...noticed?.ownInShop, ...shortTexts, ...(status && { status: status.to }) },
      wroteAgoMs: result.wroteAtMs === null ? null : performance.now() - result.wroteAtMs,
      forgetIntent: isKnown,
      updatedAt: updatedAt?.toISOString() ?? null,
      ...(draftedFrom !== undefined && { draftedFrom }),
      shopState: result.shopState,
      // Makes the product due again. The next sync judges the new price, writes a cost that has waited with its
      // price for approval, and writes the price by the rules after an undo.
      again: isPriceNew(result) || result.written.variants.some(({ variant }) => variant.undoTo?.follows),
      compare: result.comparisonDue,
      compared: noticed !== null,
      problem: result.problem,
      awaitsStart: result.awaitsStart,
      seconds: result.dueInSeconds,
    };
  });
  await execute(tx)`
    update product_link link set
      last_written = link.last_written || (item->'lastWritten'),
      in_shop = link.in_shop || (item->'inShop'),
      merchant_fields = array(
        select distinct field from unnest(link.merchant_fields || array(
          select jsonb_array_elements_text(item->'merchantFields'))) as field order by field),
      written_at = coalesce(
        clock_timestamp() - make_interval(secs => (item->>'wroteAgoMs')::float8 / 1000), link.written_at),
      pending_write = case when (item->>'forgetIntent')::boolean then null else link.pending_write end,
      shop_updated_at = case when (item->>'compared')::boolean
          and (item->>'updatedAt')::timestamptz > now() - make_interval(secs => ${SAME_MOMENT_SECONDS}) then null
        else coalesce((item->>'updatedAt')::timestamptz, link.shop_updated_at) end,
      drafted_from = case when item ? 'draftedFrom' then item->>'draftedFrom' else link.drafted_from end,
      -- If the merchant changes the status in Shopify, the product is no longer off sale by Stockbridge.
      off_sale = case when link.off_sale = 'draft' and item->'merchantFields' ? 'status' then null else link.off_sale end,
      shop_state = case item->>'shopState' when 'there' then null
        else coalesce(item->>'shopState', link.shop_state) end,
      awaits_start = link.awaits_start or (item->>'awaitsStart')::boolean,
      compare_due_at = case when (item->>'compare')::boolean then ${NOW}
        when (item->>'compared')::boolean and link.compare_due_at <= now() then null else link.compare_due_at end,
      sync_problem = case when ${followed} then nullif(item->'problem', 'null'::jsonb) else link.sync_problem end,
      sync_retry_count = case when ${followed} and item->>'seconds' is null then 0 else link.sync_retry_count end,
      sync_due_at = case when item->>'shopState' = 'there' or (item->>'again')::boolean then ${NOW}
        when not ${followed} or link.sync_leased_until is distinct from ${leasedUntil} then link.sync_due_at
        when item->>'seconds' is null or item->>'shopState' is not null then null
        else now() + make_interval(secs => (item->>'seconds')::float8) end,
      sync_leased_until = case when item->>'shopState' = 'there' or (item->>'again')::boolean
        or ${followed} and link.sync_leased_until = ${leasedUntil} then null else link.sync_leased_until end
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
    where link.shop = ${shop} and link.supplier_product_id = item->>'id'`;
}

/** Returns true if the shop has another price or cost than our rows. */
function isPriceNew({ product: { variants }, noticed }: SyncResult): boolean {
  if (noticed?.edits.some(({ field }) => field === "price")) return true;
  return variants.some(({ supplierVariantId, inShop }) => {
    const found = noticed?.inShop.get(supplierVariantId) ?? {};
    return (["price", "cost"] as const).some(
      (field) => found[field] !== undefined && !sameAmount(found[field], inShop[field] ?? null),
    );
  });
}

type Texts = SyncResult["written"]["texts"];

/** Returns written texts as entries of `last_written`. `stored`: the texts as Shopify stored them. */
function lastWrittenOf(texts: Texts, stored: Texts): LastWritten {
  const entries = followable.flatMap((field) => {
    const sent = texts[field];
    if (sent === undefined) return [];
    return [
      [field, storedText(field, sent)] as const,
      [storedKey(field), storedText(field, stored[field] ?? sent)] as const,
    ];
  });
  return Object.fromEntries(entries);
}

/** Omits variants whose planned values are not written yet. */
function writtenOf({ plan, written }: SyncResult, variants: SupplierVariantId[]): SupplierVariantId[] {
  const isWritten = written.variants.length === plan.variants.length;
  return variants.filter(
    (id) => isWritten || plan.variants.every(({ variant }) => variant.supplierVariantId !== id),
  );
}

async function storeApprovals(tx: Tx, shop: string, results: SyncResult[]): Promise<void> {
  const waiting = results.flatMap(({ product, plan }) =>
    plan.waiting.map(({ variant, price, cost }) => ({
      id: variant.supplierVariantId,
      product: product.supplierProductId,
      cost,
      price,
      costBefore: costBefore(variant),
      priceBefore: variant.price,
    })),
  );
  // Deletes an approval only after its price is written. If the write has failed, the price stays approved.
  const settled = results.flatMap((result) => writtenOf(result, result.plan.settled));
  const theirs = results.flatMap(({ noticed }) =>
    (noticed?.edits ?? []).flatMap(({ variant, field, old, new: now }) =>
      variant && field === "price" && !sameAmount(old, now) ? [variant.supplierVariantId as string] : [],
    ),
  );
  const deleted = results.flatMap(({ noticed }) => noticed?.deleted ?? []);
  const over = [...settled, ...theirs, ...deleted.map(({ supplierVariantId }) => supplierVariantId)];
  const gone = results.flatMap(({ product, shopState }) =>
    shopState === "deleted" || shopState === "archived" ? [product.supplierProductId] : [],
  );
  if (over.length + gone.length > 0)
    await execute(tx)`
      delete from price_approval where shop = ${shop}
        and (supplier_variant_id = any(${over}::text[]) or supplier_product_id = any(${gone}::text[]))`;
  if (waiting.length > 0)
    await execute(tx)`
      insert into price_approval (shop, supplier_variant_id, supplier_product_id, cost_before, cost, price_before, price, state, since)
      select ${shop}, item->>'id', item->>'product', item->>'costBefore', item->>'cost', item->>'priceBefore',
        item->>'price', 'waiting', now() from jsonb_array_elements(${JSON.stringify(waiting)}::jsonb) item
      on conflict (shop, supplier_variant_id) do update set cost_before = excluded.cost_before, cost = excluded.cost,
        price_before = excluded.price_before, price = excluded.price, state = 'waiting', since = excluded.since`;
}
