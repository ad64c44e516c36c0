import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { backOffSeconds } from "../../../queue/back-off.ts";
import {
  cancelBulkOperation,
  LOOK_SECONDS,
  readBulkOperation,
} from "../../../shop/bulk/bulk-operations.server.ts";
import { createInBulk, findCreation } from "../../../shop/products/create-in-bulk.server.ts";
import { applyResult } from "./apply-result.server.ts";
import { endBulk, type ImportBulk, postponeBulk, readSent } from "./bulk-store.server.ts";

/**
 * A bulk operation ends if it fails again after this many failures in a row, of any kind, unless the new one
 * may pass (transient, lost access). Its products are then imported one by one.
 */
const FAILURES_AT_MOST = 5;

/**
 * Performs a bulk operation's next step: starts it, polls it, or stores its result. Each step can be
 * repeated. Products without a result at the end are imported one by one.
 */
export async function processBulk(shop: ShopDomain, bulk: ImportBulk): Promise<void> {
  try {
    const { operationId } = bulk;
    if (operationId === null) await begin(shop, bulk);
    else await follow(shop, bulk, operationId);
  } catch (error) {
    await fail(shop, bulk, error);
  }
}

/**
 * Starts the operation with our row's id as its reference, which finds it if the reply to the start was lost.
 * If the import is canceled, only looks for it.
 */
async function begin(shop: ShopDomain, bulk: ImportBulk): Promise<void> {
  const begun = bulk.cancelled
    ? await findCreation(shop, bulk.id)
    : await createInBulk(shop, { products: readSent(shop, bulk), reference: bulk.id });
  if (begun === null) await endBulk(shop, bulk);
  else {
    log.info({ shop, bulkId: bulk.id, operationId: begun.id }, "catalog.import-bulk-begun");
    const seconds = bulk.cancelled ? 0 : LOOK_SECONDS;
    await postponeBulk(shop, bulk, { seconds, operationId: begun.id, retryCount: 0 });
  }
}

async function follow(shop: ShopDomain, bulk: ImportBulk, operationId: string): Promise<void> {
  if (bulk.cancelled) await cancelBulkOperation(shop, operationId);
  const operation = await readBulkOperation(shop, operationId);
  if (operation.kind === "running") {
    await postponeBulk(shop, bulk, { seconds: LOOK_SECONDS, done: operation.done, retryCount: 0 });
    return;
  }
  log.info({ shop, bulkId: bulk.id, operation: operation.kind }, "catalog.import-bulk-ended");
  if (operation.kind !== "expired" && operation.url !== null) await applyResult(shop, bulk, operation.url);
  await endBulk(shop, bulk);
}

async function fail(shop: ShopDomain, bulk: ImportBulk, error: unknown): Promise<void> {
  const { id, retryCount } = bulk;
  log.warn({ shop, bulkId: id, err: error, retryCount }, "catalog.import-bulk-failed");
  const failure = error instanceof Failure ? error : null;
  const mayPass = failure?.isTransient || failure?.code === "access-lost";
  if (!mayPass && retryCount >= FAILURES_AT_MOST) await endBulk(shop, bulk);
  else await postponeBulk(shop, bulk, { seconds: backOffSeconds(retryCount, { failure }) });
}
