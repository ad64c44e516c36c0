import type { ShopDomain } from "../../../lib/shop-domain.ts";
import { Failure } from "../../../lib/failure.ts";
import { log } from "../../../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../../../queue/back-off.ts";
import { fitsInBulk } from "../../../shop/products/create-in-bulk.server.ts";
import { type SentProduct, toSend } from "../end-creation.server.ts";
import type { ClaimedImport } from "../import-claims.server.ts";
import { endImport } from "../import-store.server.ts";
import { planBatch } from "../plan-batch.server.ts";
import { failImport, tryImport } from "../try-import.server.ts";
import { postponeUnbegun, storeBulk } from "./bulk-store.server.ts";

const AGAIN_SECONDS = 60;

/**
 * Plans products of a large import. Stores a bulk operation for those that are definitely new to the shop and
 * take one request. The others are imported one by one.
 */
export async function prepareBulk(shop: ShopDomain, claimed: ClaimedImport[]): Promise<void> {
  const lines: { claimed: ClaimedImport; sent: SentProduct }[] = [];
  const others: ClaimedImport[] = [];
  try {
    for (const plan of await planBatch(shop, claimed)) {
      if (plan.kind === "ended") {
        await tryImport(shop, plan.claimed, () => endImport(shop, plan.claimed, plan.outcome));
        continue;
      }
      const sent = toSend(plan);
      const isNew = plan.fresh && plan.claimed.shopProductId === null && plan.alike?.length === 0;
      if (isNew && fitsInBulk(sent.product)) lines.push({ claimed: plan.claimed, sent });
      else others.push(plan.claimed);
    }
  } catch (error) {
    await release(shop, claimed, error);
    return;
  }
  await storeBulk(shop, { lines, others });
}

/** Retries transient failures in bulk, since importing one by one would take many times as long. */
async function release(shop: ShopDomain, claimed: ClaimedImport[], error: unknown): Promise<void> {
  const failure = error instanceof Failure ? error : null;
  if (!failure?.isTransient) {
    for (const each of claimed) await failImport(shop, each, error);
    return;
  }
  log.warn({ shop, err: error, products: claimed.length }, "catalog.import-bulk-not-prepared");
  const seconds = backOffSeconds(0, { failure, firstSeconds: AGAIN_SECONDS });
  await postponeUnbegun(shop, claimed, { seconds, problem: failure.explanation });
}
