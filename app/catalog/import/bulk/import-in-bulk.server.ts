import { bulkhead } from "cockatiel";

import { Failure } from "../../../lib/failure.ts";
import { chunk } from "../../../lib/chunk.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { backOffSeconds } from "../../../queue/back-off.ts";
import { isBulkDenied } from "../../../shop/failures.ts";
import {
  cancelBulkOperation,
  isDeniedMidway,
  LOOK_SECONDS,
  readBulkOperation,
} from "../../../shop/bulk/bulk-operations.server.ts";
import { type BulkLine as ResultLine, readBulkResult } from "../../../shop/bulk/read-bulk-result.server.ts";
import {
  fitsInBulk,
  createInBulk,
  findCreation,
  readCreation,
} from "../../../shop/products/set-product.server.ts";
import { type SentProduct, productToSend, endCreation } from "../end-creation.server.ts";
import { endImport, failImport, tryImport, postponeImport } from "../end-import.server.ts";
import { claimForBulk, type ClaimedImport } from "../import-claims.server.ts";
import { planBatch } from "../plan-batch.server.ts";
import { type FinishedImport, publishAndEnd } from "../publish-products.server.ts";
import {
  claimBulk,
  postponeUnbegun,
  storeBulk,
  endBulk,
  leaveBulk,
  type ImportBulk,
  postponeBulk,
  readSent,
  type BulkLine,
  findLines,
  removeLines,
} from "./bulk-store.server.ts";

/**
 * Continues a due bulk operation of an import. If none is due, prepares the next one. Importing in bulk and one
 * by one send and store the same values.
 * @returns false if there was nothing to do.
 */
export async function continueBulk(shop: ShopDomain): Promise<boolean> {
  const bulk = await claimBulk(shop);
  if (bulk !== null) {
    await processBulk(shop, bulk);
    return true;
  }
  const claimed = await claimForBulk(shop);
  if (claimed.length > 0) await prepareBulk(shop, claimed);
  return claimed.length > 0;
}

const AGAIN_SECONDS = 60;

/**
 * Plans products of a large import. Stores a bulk operation for products that are definitely new to the shop
 * and fit into one request each. The others are imported one by one.
 */
async function prepareBulk(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const lines: { claimed: ClaimedImport; sent: SentProduct }[] = [];
  const others: ClaimedImport[] = [];
  try {
    for (const plan of await planBatch(shop, claimed)) {
      if (plan.kind === "ended") {
        await tryImport(shop, plan.claimed, () => endImport(shop, plan.claimed, plan.outcome));
        continue;
      }
      const sent = productToSend(plan);
      const isNew = plan.fresh && plan.claimed.shopProductId === null && plan.alike?.length === 0;
      if (isNew && fitsInBulk(sent.product)) lines.push({ claimed: plan.claimed, sent });
      else others.push(plan.claimed);
    }
  } catch (error) {
    await releaseClaims(shop, claimed, error);
    return;
  }
  await storeBulk(shop, { lines, others });
}

/**
 * Releases products whose bulk operation could not be prepared. After a transient failure they are tried again in
 * bulk, because importing one by one would take many times as long.
 */
async function releaseClaims(shop: ShopDomain, claimed: ClaimedImport[], error: unknown): Promise<void> {
  const failure = error instanceof Failure ? error : null;
  if (!failure?.isTransient) {
    for (const each of claimed) await failImport(shop, each, error);
    return;
  }
  log.warn({ shop, err: error, products: claimed.length }, "catalog.import-bulk-not-prepared");
  const seconds = backOffSeconds(0, { failure, firstSeconds: AGAIN_SECONDS });
  await postponeUnbegun(shop, claimed, { seconds, problem: failure.explanation });
}

/**
 * After this many failures in a row, the next failure ends a bulk operation, and its products are imported one
 * by one. Failures that pass on their own (transient, lost access, app denied) never end it. If Shopify denies
 * bulk operations, the operation ends immediately.
 */
const FAILURES_AT_MOST = 5;

/**
 * Performs a bulk operation's next step: starts it, polls it, or stores its result. Each step can be repeated
 * after a crash.
 */
async function processBulk(shop: ShopDomain, bulk: ImportBulk): Promise<void> {
  try {
    const { operationId } = bulk;
    if (operationId === null) await startOperation(shop, bulk);
    else await pollOperation(shop, bulk, operationId);
  } catch (error) {
    await endOrPostpone(shop, bulk, error);
  }
}

/**
 * Starts the operation with our row's id as its reference. If Shopify's reply is lost, the next try finds the
 * running operation by this reference. If the import is canceled, only looks for a running operation.
 */
async function startOperation(shop: ShopDomain, bulk: ImportBulk): Promise<void> {
  const begun = bulk.canceled
    ? await findCreation(shop, bulk.id)
    : await createInBulk(shop, { products: readSent(shop, bulk), reference: bulk.id });
  if (begun === null) await endBulk(shop, bulk);
  else {
    log.info({ shop, bulkId: bulk.id, operationId: begun.id }, "catalog.import-bulk-begun");
    const seconds = bulk.canceled ? 0 : LOOK_SECONDS;
    await postponeBulk(shop, bulk, { seconds, operationId: begun.id, retryCount: 0 });
  }
}

async function pollOperation(shop: ShopDomain, bulk: ImportBulk, operationId: string): Promise<void> {
  if (bulk.canceled) await cancelBulkOperation(shop, operationId);
  const operation = await readBulkOperation(shop, operationId);
  if (operation.kind === "running") {
    await postponeBulk(shop, bulk, { seconds: LOOK_SECONDS, done: operation.done, retryCount: 0 });
    return;
  }
  log.info({ shop, bulkId: bulk.id, operation: operation.kind }, "catalog.import-bulk-ended");
  if (operation.kind !== "expired" && operation.url !== null) await applyResult(shop, bulk, operation.url);
  await endBulk(shop, bulk);
  if (isDeniedMidway(operation)) await leaveBulk(shop);
}

async function endOrPostpone(shop: ShopDomain, bulk: ImportBulk, error: unknown): Promise<void> {
  const { id, retryCount } = bulk;
  log.warn({ shop, bulkId: id, err: error, retryCount }, "catalog.import-bulk-failed");
  const failure = error instanceof Failure ? error : null;
  if (isBulkDenied(error)) {
    await endBulk(shop, bulk, { isUnsent: bulk.operationId === null && retryCount === 0 });
    await leaveBulk(shop);
    return;
  }
  const mayPass = failure?.isTransient || failure?.code === "access-lost" || failure?.code === "app-denied";
  if (!mayPass && retryCount >= FAILURES_AT_MOST) await endBulk(shop, bulk);
  else await postponeBulk(shop, bulk, { seconds: backOffSeconds(retryCount, { failure }) });
}

/** Number of lines that are stored together: one request can publish this many products. */
const LINES_AT_ONCE = 50;
/**
 * Maximum number of products that are processed at once. Each may need several calls to Shopify for its stock.
 */
const CONCURRENCY = 4;

/**
 * Stores the products that a bulk operation created, in groups. Skips lines that are stored already, so that a
 * worker can repeat this after a crash.
 * @throws Failure as `readBulkResult`.
 */
async function applyResult(shop: ShopDomain, bulk: ImportBulk, url: string): Promise<void> {
  for await (const group of chunk(readBulkResult(shop, url), LINES_AT_ONCE)) {
    const results = new Map(group.flatMap((each) => (each.line === undefined ? [] : [[each.line, each]])));
    const lines = await findLines(shop, bulk, [...results.keys()]);
    const made: FinishedImport[] = [];
    const slots = bulkhead(CONCURRENCY, Infinity);
    const applyLine = (each: BulkLine) =>
      tryImport(shop, each.claimed, async () => {
        const found = await outcomeOf(shop, each, results.get(each.line) ?? {});
        if (found !== null) made.push(found);
      });
    await Promise.all(lines.map((each) => slots.execute(() => applyLine(each))));
    await publishAndEnd(shop, made);
    await removeLines(shop, bulk, [...results.keys()]);
  }
}

/** Returns the created product; null if the line's import ended or was postponed. */
async function outcomeOf(
  shop: ShopDomain,
  { sent, claimed }: BulkLine,
  result: ResultLine,
): Promise<FinishedImport | null> {
  const set = readCreation(result);
  if (set.kind === "user-errors") {
    // The shop may have the product already. Importing it one by one searches the shop, or shows Shopify's
    // reason.
    await postponeImport(shop, claimed, { seconds: 0, problem: null, also: null });
    return null;
  }
  const product = await endCreation(shop, { sent, claimed }, set);
  if (product.kind === "imported") return { claimed, channels: sent.channels, product };
  await endImport(shop, claimed, product);
  return null;
}
