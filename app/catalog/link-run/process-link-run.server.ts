import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { delistProduct } from "./delist-product.server.ts";
import {
  claimLinkRun,
  type ItemOutcome,
  type LinkRun,
  type LinkRunItem,
  nextItem,
  releaseLinkRun,
} from "./link-run-store.server.ts";
import { restoreProduct } from "./restore-product.server.ts";
import { unlinkProduct } from "./unlink-product.server.ts";

/** Length of a batch, which then wakes the next one, so that no shop delays the others. */
const BATCH_MS = 10_000;

/** Continues a shop's due run over its linked products from its checkpoint. */
export async function processLinkRun(shop: ShopDomain): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const run = await claimLinkRun(shop);
  if (run === null) return;
  let item = await nextItem(run, null);
  while (item !== null && performance.now() < until) {
    const outcome = await processItem(run, item);
    if (outcome === null) return;
    item = await nextItem(run, { item, outcome });
  }
  await releaseLinkRun(run, 0);
}

/** @returns null if the whole run was postponed, or has ended because the shop is gone. */
async function processItem(run: LinkRun, item: LinkRunItem): Promise<ItemOutcome | null> {
  try {
    return await changeProduct(run, item);
  } catch (error) {
    const { shop, kind, retryCount } = run;
    const { supplierProductId } = item;
    log.warn({ err: error, shop, kind, supplierProductId, retryCount }, "catalog.link-run-failed");
    const failure = error instanceof Failure ? error : null;
    if (failure?.code === "shop-gone") await releaseLinkRun(run, null);
    // The failure concerns this product only.
    else if (failure?.isPermanent) return { kind: "user-errors", problem: failure.explanation };
    else await releaseLinkRun(run, backOffSeconds(retryCount, { failure }));
    return null;
  }
}

function changeProduct({ shop, kind, products }: LinkRun, item: LinkRunItem): Promise<ItemOutcome> {
  if (kind === "restore") return restoreProduct(shop, item);
  if (kind === "unlink") return unlinkProduct(shop, item);
  return delistProduct(shop, item, products === "draft" ? "draft" : "zero-stock");
}
