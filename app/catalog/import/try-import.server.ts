import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import type { ClaimedImport } from "./import-claims.server.ts";
import { endImagesCheck, endImport, postponeImport } from "./import-store.server.ts";

/** Runs `work` for a claimed import. On failure, ends the import as skipped or postpones it. */
export async function tryImport(
  shop: ShopDomain,
  claimed: ClaimedImport,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await failImport(shop, claimed, error);
  }
}

/** Ends a failed import as skipped, or postpones it. */
export async function failImport(shop: ShopDomain, claimed: ClaimedImport, error: unknown): Promise<void> {
  const { supplierProductId, retryCount } = claimed;
  log.warn({ shop, supplierProductId, err: error, retryCount }, "catalog.import-failed");
  const failure = error instanceof Failure ? error : null;
  if (failure?.isPermanent && claimed.state === "imported") {
    await endImagesCheck(shop, claimed, { failedImages: [], problem: failure.explanation });
    return;
  }
  if (failure?.isPermanent) {
    await endImport(shop, claimed, { kind: "skip", reason: failure.explanation });
    return;
  }
  await postponeImport(shop, claimed, {
    seconds: backOffSeconds(retryCount, { failure }),
    problem: failure?.explanation ?? { code: "failure.ours" },
    also: alsoWaiting(failure),
  });
}

/** Selects other products of the shop that fail for the same reason. */
function alsoWaiting(failure: Failure | null): "all" | "new" | null {
  if (failure?.code === "access-lost") return "all";
  return failure?.explanation.code === DAILY_VARIANTS ? "new" : null;
}
