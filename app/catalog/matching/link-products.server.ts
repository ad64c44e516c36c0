import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { unlinkProduct } from "../link-run/unlink-product.server.ts";
import { linkProduct } from "./link-product.server.ts";
import {
  claimMatch,
  type ClaimedMatch,
  endLinking,
  endUnlinking,
  postponeMatch,
  wakeLinking,
} from "./match-store.server.ts";

/** Length of a batch, which then wakes the next one, so that no shop delays the others. */
const BATCH_MS = 10_000;

/**
 * Links and unlinks a batch of due products, one by one.
 * @returns true if nothing more is due.
 */
export async function linkProducts(shop: ShopDomain): Promise<boolean> {
  const until = performance.now() + BATCH_MS;
  while (performance.now() < until) {
    const claimed = await claimMatch(shop);
    if (claimed === null) return true;
    if (!(await processClaimed(shop, claimed))) return false;
  }
  await wakeLinking(shop);
  return false;
}

/** @returns false if access to the shop is lost, so that the others would fail, too. */
async function processClaimed(shop: ShopDomain, claimed: ClaimedMatch): Promise<boolean> {
  const { supplierProductId, state, retryCount } = claimed;
  try {
    if (state === "linking") await endLinking(shop, claimed, await linkProduct(shop, claimed));
    else await unlink(shop, claimed);
    return true;
  } catch (error) {
    log.warn({ shop, supplierProductId, state, err: error, retryCount }, "catalog.link-failed");
    const failure = error instanceof Failure ? error : null;
    const problem = failure?.explanation ?? ({ code: "failure.ours" } as const);
    if (failure?.isPermanent && state === "linking")
      await endLinking(shop, claimed, { kind: "failed", problem });
    else await postponeMatch(shop, claimed, { seconds: backOffSeconds(retryCount, { failure }), problem });
    return failure?.code !== "access-lost";
  }
}

/** Unlinks even if Shopify rejects removing the metafields: our own rows are gone already. */
async function unlink(shop: ShopDomain, claimed: ClaimedMatch): Promise<void> {
  const { supplierProductId, shopProductId } = claimed;
  const outcome = await unlinkProduct(shop, { shopProductId });
  if (outcome.kind === "user-errors")
    log.warn({ shop, supplierProductId, outcome }, "catalog.unlink-rejected");
  await endUnlinking(shop, claimed);
}
