import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { checkImages } from "./check-images.server.ts";
import { importProduct } from "./import-product.server.ts";
import { DAILY_VARIANTS } from "../../shop/failures.ts";
import {
  claimImport,
  type ClaimedImport,
  endImagesCheck,
  endImport,
  postponeImport,
  wakeImports,
} from "./import-store.server.ts";

/** A batch ends after so long and wakes the next one: no shop's imports keep the others waiting. */
const BATCH_MS = 10_000;

/** Imports a batch of the products that are due, one after the other. */
export async function importProducts(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  while (performance.now() < until) {
    const claimed = await claimImport(shop);
    if (claimed === null) return;
    await importClaimed(shop, claimed);
  }
  await wakeImports(shop);
}

async function importClaimed(shop: ShopDomain, claimed: ClaimedImport): Promise<void> {
  try {
    if (claimed.state === "imported") await lookAtImages(shop, claimed);
    else await endImport(shop, claimed, await importProduct(shop, claimed));
  } catch (error) {
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
}

async function lookAtImages(shop: ShopDomain, claimed: ClaimedImport): Promise<void> {
  const checked = await checkImages(shop, claimed);
  if (checked.kind === "checked") await endImagesCheck(shop, claimed, checked);
  else
    await postponeImport(shop, claimed, {
      ...{ seconds: backOffSeconds(claimed.retryCount), problem: null, also: null },
    });
}

/** Which of the shop's other products cannot be imported either. */
function alsoWaiting(failure: Failure | null): "all" | "new" | null {
  if (failure?.code === "access-lost") return "all";
  return failure?.explanation.code === DAILY_VARIANTS ? "new" : null;
}
