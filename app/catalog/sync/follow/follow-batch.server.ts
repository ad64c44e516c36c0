import type { Tx } from "../../../lib/database/db.server.ts";
import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { backOffSeconds } from "../../../queue/back-off.ts";
import { dueAt } from "../../../queue/lease.server.ts";
import {
  type ProductValues,
  readProductValues,
  readProductVersions,
} from "../../../shop/products/product-values.server.ts";
import type { SyncSettings } from "../../links/sync-settings.ts";
import type { Change } from "../change-history.server.ts";
import { withVariants } from "../linked-product.ts";
import { noticeEdits, withNoticed } from "../notice-edits.ts";
import { isEmpty, type PriceOf, planSync, writesValues } from "../plan-sync.ts";
import { reportEndedSync, reportDiscontinued } from "../report-ended-products.server.ts";
import { reportSales } from "../report-prices-and-stock.server.ts";
import { storeValues } from "../store-values.server.ts";
import { type SyncBatch, whileLeased } from "../sync-lease.server.ts";
import { areValuesWritten, beginResult, type SyncResult } from "../sync-result.ts";
import { addNewVariants } from "./add-new-variants.server.ts";
import { forgetNoticed, forgetStock, storePendingWrites } from "./store-pending-writes.server.ts";
import { writeStock, writeValues } from "./write-to-shop.server.ts";

/**
 * Number of products written at once. With fewer, we would wait for replies longer than Shopify's rate limit
 * requires.
 */
const CONCURRENCY = 4;

/**
 * Number of products that are checked per query, right before they are written. It is low, because a change
 * that the merchant makes between check and write is lost.
 */
const CHECKED_AT_ONCE = 16;
/**
 * Minimum time for writing checked products. Without it, slow checks could use up the time of every batch, so
 * that nothing would be written.
 */
const WRITES_MS = 10_000;

/**
 * Makes a batch of products follow the supplier. First writes stock, in few calls, because overselling is the
 * worst mistake. Then writes the other values, product by product, until `until`, but at least for `WRITES_MS`.
 * Remaining products are due again immediately.
 * @throws Failure if a call to Shopify fails. Earlier writes of the batch are stored.
 */
export async function followBatch(
  batch: SyncBatch,
  { priceOf, until }: { priceOf: PriceOf; until: number },
): Promise<void> {
  const { settings, lease } = batch;
  const { shop } = lease;
  const given = { priceOf, settings };
  const results = batch.products.map((product) => beginResult(product, planSync(product, given)));
  let failure: Failure | null = null;
  try {
    if (!(await forgetStock(lease, results))) return;
    await writeStock(shop, results);
    const waiting = results.filter(needsCheck);
    while (waiting.length > 0) {
      const next = waiting.splice(0, CHECKED_AT_ONCE);
      const checked = await checkValues(shop, next, given);
      waiting.unshift(...next.filter((result) => !checked.includes(result)));
      if (!(await storePendingWrites(batch, checked))) return;
      for (const result of checked) Object.assign(result, { noticed: null, updatedAt: null });
      await writeEach(batch, checked, Math.max(until, performance.now() + WRITES_MS));
      if (performance.now() > until) break;
    }
    for (const result of waiting) result.dueInSeconds ??= 0;
  } catch (error) {
    failure = asFailure(error);
    log.warn({ shop, err: error, products: results.length }, "catalog.sync-failed");
    for (const result of results) if (!isWritten(result)) postpone(batch, result, failure);
  }
  await storeResults(batch, results);
  log.info({ shop, runId: batch.runId, products: results.length }, "catalog.synced");
  if (failure) throw failure;
}

/** Returns true if values must be written, or if the outcome of an earlier write is unknown. */
function needsCheck({ plan, product }: SyncResult): boolean {
  return writesValues(plan) || plan.added.length > 0 || product.pendingWrite !== null;
}

/**
 * Maximum number of variants whose values are read per check. With more, the write would follow too long after
 * the check.
 */
const VARIANTS_AT_ONCE = 250;

/**
 * Finds the merchant's changes right before values are written, because webhooks may be late. First reads only
 * the products' versions, at one point of the rate limit each. Reads and plans only changed products again.
 * Their planned stock stays, because it is already written.
 * @returns the results to write now. The others must be checked again, because their variants exceed the limit.
 * @throws Failure if a call to Shopify fails.
 */
async function checkValues(
  shop: ShopDomain,
  results: SyncResult[],
  given: { priceOf: PriceOf; settings: SyncSettings },
): Promise<SyncResult[]> {
  const versions = await readProductVersions(
    shop,
    results.map(({ product }) => product.shopProductId),
  );
  const changed = results
    .map(({ product }) => product)
    .filter(({ shopProductId, shopUpdatedAt, pendingWrite, maybeEdited }) => {
      const version = versions.get(shopProductId);
      if (!version || version.status === "ARCHIVED") return false;
      return pendingWrite !== null || maybeEdited || version.updatedAt.getTime() !== shopUpdatedAt?.getTime();
    });
  const read = withVariants(changed, VARIANTS_AT_ONCE);
  const values = await readProductValues(
    shop,
    read.map(({ shopProductId: id, variants }) => ({ id, variants: variants.length })),
  );
  const left = new Set(changed.slice(read.length));
  const checked = results.filter(({ product }) => !left.has(product));
  for (const result of checked) {
    const { shopProductId } = result.product;
    const status = versions.get(shopProductId)?.status;
    if (status === undefined) result.shopState = "deleted";
    else if (status === "ARCHIVED") result.shopState = "archived";
    const found = values.get(shopProductId);
    if (found) replan(result, found, given);
  }
  return checked;
}

function replan(
  result: SyncResult,
  found: ProductValues,
  given: { priceOf: PriceOf; settings: SyncSettings },
): void {
  const noticed = noticeEdits(result.product, found);
  const product = withNoticed(result.product, noticed);
  const plan = { ...planSync(product, given), stock: result.plan.stock };
  Object.assign(result, { product, plan, noticed, updatedAt: found.updatedAt });
  result.problem ??= plan.problem;
}

/**
 * Writes product by product. If a failure concerns only one product, stores it in the product's result and
 * continues. @throws Failure if it concerns all products.
 */
async function writeEach(batch: SyncBatch, results: SyncResult[], until: number): Promise<void> {
  const { shop } = batch.lease;
  const waiting = results
    .filter(({ plan, shopState }) => shopState === null && (writesValues(plan) || plan.added.length > 0))
    .values();
  const failures: Failure[] = [];
  const worker = async () => {
    for (const result of waiting) {
      if (performance.now() > until || failures.length > 0) {
        result.dueInSeconds ??= 0;
        continue;
      }
      try {
        await writeValues(batch, result);
        if (!result.comparisonDue) await addNewVariants(shop, result, batch.settings);
      } catch (error) {
        const failure = asFailure(error);
        const { supplierProductId } = result.product;
        log.warn({ shop, supplierProductId, err: error }, "catalog.sync-product-failed");
        // Shopify has rejected only this product.
        if (failure.code === "rejected" || failure.code === "unexpected-reply")
          result.problem = failure.explanation;
        else {
          postpone(batch, result, failure);
          if (failure.code !== "outcome-unknown" && !concernsOneProduct(failure)) failures.push(failure);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const [failure] = failures;
  if (failure) throw failure;
}

/** Returns true for Shopify's daily limit of new variants, which concerns this product only. */
function concernsOneProduct({ explanation }: Failure): boolean {
  return explanation.code === "failure.shop.daily-variants";
}

function postpone({ retryCounts }: SyncBatch, result: SyncResult, failure: Failure): void {
  const retryCount = retryCounts.get(result.product.supplierProductId) ?? 0;
  result.dueInSeconds = backOffSeconds(retryCount, { failure });
  result.problem = failure.explanation;
}

function isWritten(result: SyncResult): boolean {
  const { plan, written, shopState } = result;
  if (shopState !== null || isEmpty(plan)) return true;
  const isStockWritten = written.stock.length === plan.stock.length;
  return isStockWritten && written.added.length === plan.added.length && areValuesWritten(result);
}

/**
 * Returns an error as a `Failure`. Also converts errors of our own code, so that the claimed rows are postponed
 * after them, too.
 */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure({ code: "unreachable", side: "ours", explanation: { code: "failure.ours" } });
}

/** Stores a batch's results and their history in one transaction. Stores nothing if the lease was lost. */
async function storeResults(batch: SyncBatch, results: SyncResult[]): Promise<void> {
  const { lease } = batch;
  await whileLeased(lease, async (tx, now) => {
    await forgetNoticed(tx, lease, results);
    const written = await storeValues(tx, { lease, batch }, { results, now });
    await reportEndedSync(tx, lease.shop, { results, now });
    await reportDiscontinued(tx, lease.shop, { results, settings: batch.settings, now });
    await reportSales(tx, lease.shop, { results, now });
    await endItems(tx, batch, { results, written });
  });
}

async function endItems(
  tx: Tx,
  { lease, runId, retryCounts }: SyncBatch,
  { results, written }: { results: SyncResult[]; written: Change[] },
): Promise<void> {
  const { shop, leasedUntil } = lease;
  const known = new Set<string>(results.map(({ product }) => product.supplierProductId));
  // Clears the due time of products that the mirror does not have.
  const left = [...retryCounts.keys()].filter((id) => !known.has(id));
  if (left.length > 0)
    await tx.productLink.updateMany({
      where: { shop, supplierProductId: { in: left }, syncLeasedUntil: leasedUntil },
      data: { ...dueAt(null, "sync") },
    });
  const changed = new Set(written.map(({ supplierProductId }) => supplierProductId));
  await tx.syncRun.updateMany({
    where: { shop, id: runId },
    data: {
      products: { increment: results.filter(({ dueInSeconds }) => dueInSeconds === null).length },
      changed: { increment: changed.size },
      failed: { increment: results.filter(({ problem }) => problem !== null).length },
    },
  });
}
