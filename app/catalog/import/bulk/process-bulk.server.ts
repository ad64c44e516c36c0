import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/log.server.ts";
import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { backOffSeconds } from "../../../queue/back-off.ts";
import {
  cancelBulkOperation,
  LOOK_SECONDS,
  readBulkOperation,
} from "../../../shop/bulk/bulk-operations.server.ts";
import { createInBulk, findCreation } from "../../../shop/bulk/create-in-bulk.server.ts";
import { applyResult } from "./apply-result.server.ts";
import { endBulk, type ImportBulk, postponeBulk, readSent } from "./bulk-store.server.ts";

/** How often in a row one may fail, other than by a shop that cannot be reached, before its products go the ordinary way. */
const FAILURES_AT_MOST = 5;

/**
 * Does what a bulk operation waits for: begins it, looks how far it is, or stores what came of it. Each of these may be
 * done twice. What it has not created by its end goes the ordinary way.
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

/** Its own id is the reference, by which one is found that has begun though the answer got lost. */
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
