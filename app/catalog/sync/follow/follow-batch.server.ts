import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../../../queue/back-off.ts";
import { addNewVariants } from "./add-new-variants.server.ts";
import { checkValues } from "./check-values.server.ts";
import type { SyncBatch } from "../sync-lease.server.ts";
import { isEmpty, type PriceOf, planSync, writesValues } from "../plan-sync.ts";
import { forgetStock, storeIntents } from "./store-intents.server.ts";
import { storeResults } from "./store-results.server.ts";
import { areValuesWritten, beginResult, type SyncResult } from "../sync-result.ts";
import { writeStock } from "./write-stock.server.ts";
import { writeValues } from "./write-values.server.ts";

/** Maximum number of products written at once, since Shopify's reply takes longer than its points. */
const CONCURRENCY = 4;

/**
 * Products checked per query, right before they are written. Few, because a merchant's change in between
 * would be lost.
 */
const CHECKED_AT_ONCE = 16;
/**
 * Minimum time to write checked products. Otherwise a slow check could use up each batch, and nothing would
 * ever be written.
 */
const WRITES_MS = 10_000;

/**
 * Makes a batch of products follow the supplier. Writes stock first, in few calls, since overselling costs
 * most. Then writes values, product by product, until the time is up, but at least some. The rest is due
 * again at once.
 * @throws Failure if the shop could not be written to. What was written before is stored.
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
    const waiting = results.filter(needsLook);
    while (waiting.length > 0) {
      const next = waiting.splice(0, CHECKED_AT_ONCE);
      const checked = await checkValues(shop, next, given);
      waiting.unshift(...next.filter((result) => !checked.includes(result)));
      if (!(await storeIntents(batch, checked))) return;
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

/** Returns true if there are values to write, or an unfinished write to resolve. */
function needsLook({ plan, product }: SyncResult): boolean {
  return writesValues(plan) || plan.added.length > 0 || product.intended !== null;
}

/** @throws Failure that concerns every product. */
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
        // Shopify rejected this one product.
        if (failure.code === "rejected" || failure.code === "unexpected-reply")
          result.problem = failure.explanation;
        else {
          postpone(batch, result, failure);
          if (failure.code !== "outcome-unknown" && !isOfOne(failure)) failures.push(failure);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const [failure] = failures;
  if (failure) throw failure;
}

/** Returns true for Shopify's daily limit of new variants, which concerns this product only. */
function isOfOne({ explanation }: Failure): boolean {
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

/** Converts our own errors as well, so that the rows do not stay claimed. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure({ code: "unreachable", side: "ours", explanation: { code: "failure.ours" } });
}
