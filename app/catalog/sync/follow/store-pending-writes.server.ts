import type { Tx } from "../../../lib/database/db.server.ts";
import { sqlArray, execute, queryRows } from "../../../lib/database/statement.server.ts";
import type { PendingWrite } from "../linked-product.ts";
import { pendingWriteOf, writesValues } from "../plan-sync.ts";
import { storeValues } from "../store-values.server.ts";
import {
  type SyncBatch,
  AFTER_IMPORT_SECONDS,
  LEASE_SECONDS,
  type SyncLease,
  whileLeased,
} from "../sync-lease.server.ts";
import { beginResult, NOTHING, type SyncResult } from "../sync-result.ts";

/**
 * Stores the values that we are about to write to the shop, and the merchant's edits that the check has found.
 * If Shopify's reply is lost, a later read compares the shop's values with the pending write, and so recognizes
 * ours.
 * @returns false if the lease was lost.
 */
export async function storePendingWrites(
  { lease, runId }: SyncBatch,
  results: SyncResult[],
): Promise<boolean> {
  const stored = await whileLeased(lease, async (tx, now) => {
    await dropChanged(tx, lease, results);
    const known = results
      .filter((result) => result.noticed !== null)
      .map(({ product, noticed, updatedAt }) => ({ ...beginResult(product), noticed, updatedAt }));
    await storeValues(tx, { lease, batch: null }, { results: known, now });
    const pending = pendingWritesOf(results, runId);
    if (pending.length > 0)
      await execute(tx)`
        update product_link set pending_write = item->'pendingWrite'
        from jsonb_array_elements(${JSON.stringify(pending)}::jsonb) item
        where shop = ${lease.shop} and supplier_product_id = item->>'id'`;
    return true;
  });
  return stored !== null;
}

function pendingWritesOf(results: SyncResult[], runId: string): { id: string; pendingWrite: PendingWrite }[] {
  return results.flatMap(({ product, plan, shopState }) =>
    shopState !== null || !writesValues(plan)
      ? []
      : [{ id: product.supplierProductId, pendingWrite: pendingWriteOf(plan, runId) }],
  );
}

/**
 * Drops products from a batch if their rows have changed since the claim: the product was imported, unlinked or
 * delisted, or is due again. A later batch syncs the product by its new row.
 */
async function dropChanged(tx: Tx, lease: SyncLease, results: SyncResult[]): Promise<void> {
  for (const result of await findChanged(tx, lease, results))
    Object.assign(result, {
      plan: NOTHING,
      noticed: null,
      updatedAt: null,
      shopState: null,
      // Not due immediately, because a product that was imported during this lease would be dropped again.
      dueInSeconds: AFTER_IMPORT_SECONDS,
    });
}

/**
 * Drops the values that were read after a lost reply (`noticed`), if the product's row has changed since. The
 * merchant may have made a decision meanwhile, and the older read must not undo it. The pending write stays
 * stored, so that the next sync reads the product again.
 */
export async function forgetNoticed(tx: Tx, lease: SyncLease, results: SyncResult[]): Promise<void> {
  const noticed = results.filter((result) => result.noticed !== null);
  for (const result of await findChanged(tx, lease, noticed))
    Object.assign(result, { noticed: null, updatedAt: null });
}

async function findChanged(
  tx: Tx,
  { shop, leasedUntil }: SyncLease,
  results: SyncResult[],
): Promise<SyncResult[]> {
  if (results.length === 0) return [];
  const ids = results.map(({ product }) => product.supplierProductId as string);
  const rows = await queryRows<{ id: string }>(tx)`
    select supplier_product_id as id from product_link link
    where shop = ${shop} and supplier_product_id = any(${ids}::text[]) and sync_leased_until = ${leasedUntil}
      and state <> 'importing' and delisted is null
      and (imported_at is null or imported_at < ${leasedUntil}::timestamptz - make_interval(secs => ${LEASE_SECONDS}))
      and exists (select from connection where connection.shop = link.shop
        and connection.account is not distinct from link.account)`;
  const unchanged = new Set(rows.map(({ id }) => id));
  return results.filter(({ product }) => !unchanged.has(product.supplierProductId));
}

/**
 * Clears the last written stock before new stock is written. If Shopify's reply is lost, the next sync writes
 * the stock again, even if the supplier's stock has the old value again.
 * @returns false if the lease was lost.
 */
export async function forgetStock(lease: SyncLease, results: SyncResult[]): Promise<boolean> {
  const stocked = results.filter(({ plan }) => plan.stock.length > 0);
  if (stocked.length === 0) return true;
  const forgotten = await whileLeased(lease, async (tx) => {
    await dropChanged(tx, lease, stocked);
    const ids = stocked.flatMap(({ plan }) => plan.stock.map(({ variant }) => variant.supplierVariantId));
    await execute(tx)`
      update variant_link set stock_before = coalesce(stock, stock_before), stock = null
      where shop = ${lease.shop} and supplier_variant_id = any(${sqlArray(ids)}::text[])`;
    return true;
  });
  return forgotten !== null;
}
