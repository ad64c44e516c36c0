import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { nextTry } from "../back-off.ts";
import { unlinkProduct } from "./unlink-product.server.ts";
import { restoreProduct } from "./restore-product.server.ts";
import {
  type ItemOutcome,
  nextItem,
  releaseLinkRun,
  type LinkRun,
  type LinkRunItem,
  claimLinkRun,
} from "./link-run-store.server.ts";
import { delistProduct } from "./delist-product.server.ts";

/** A slice ends after so long, and wakes the next one: no shop's products keep the others waiting. */
const SLICE_MS = 10_000;

/** Goes on with a shop's run over its linked products, if one is due, from where the last slice or crash left off. */
export async function processLinkRun(shop: ShopDomain, now: Date): Promise<void> {
  const until = performance.now() + SLICE_MS;
  const run = await claimLinkRun(shop, now);
  if (run === null) return;
  let item = await nextItem(run, null, now);
  while (item !== null && performance.now() < until) {
    const outcome = await tryItem(run, item, now);
    if (outcome === null) return;
    item = await nextItem(run, { item, outcome }, now);
  }
  await releaseLinkRun(run, now, now);
}

/** @returns null where the whole run has to wait, or is over because the shop has gone. */
async function tryItem(run: LinkRun, item: LinkRunItem, now: Date): Promise<ItemOutcome | null> {
  try {
    return await carryOut(run, item);
  } catch (error) {
    const { shop, kind, retryCount } = run;
    log.warn(
      { err: error, shop, kind, product: item.supplierProductId, retryCount },
      "catalog.link-run-failed",
    );
    const failure = error instanceof Failure ? error : null;
    if (failure !== null && REFUSALS.has(failure.code))
      return { kind: "user-errors", said: failure.publicMessage };
    const nextAt = failure?.code === "shop-gone" ? null : nextTry(failure, retryCount, now);
    await releaseLinkRun(run, nextAt, now);
    return null;
  }
}

function carryOut({ shop, kind, products }: LinkRun, item: LinkRunItem): Promise<ItemOutcome> {
  if (kind === "restore") return restoreProduct(shop, item);
  if (kind === "unlink") return unlinkProduct(shop, item);
  return delistProduct(shop, item, products === "draft" ? "draft" : "zero-stock");
}

/** Of this one product: all else passes by itself, and concerns the whole shop. */
const REFUSALS = new Set<Failure["code"]>(["rejected", "unexpected-reply"]);
