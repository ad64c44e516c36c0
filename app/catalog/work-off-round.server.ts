import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { nextTry } from "./back-off.ts";
import { forgetProduct } from "./forget-product.server.ts";
import { restoreProduct } from "./restore-product.server.ts";
import {
  type ItemOutcome,
  nextItem,
  releaseRound,
  type Round,
  type RoundItem,
  takeRound,
} from "./round-store.server.ts";
import { withdrawProduct } from "./withdraw-product.server.ts";

/** A slice ends after so long, and wakes the next one: no shop's products keep the others waiting. */
const SLICE_MS = 10_000;

/** Goes on with a shop's round over its listed products, if one is due, from where the last slice or crash left off. */
export async function workOffRound(shop: ShopDomain, now: Date): Promise<void> {
  const until = performance.now() + SLICE_MS;
  const round = await takeRound(shop, now);
  if (round === null) return;
  let item = await nextItem(round, null, now);
  while (item !== null && performance.now() < until) {
    const outcome = await tryItem(round, item, now);
    if (outcome === null) return;
    item = await nextItem(round, { item, outcome }, now);
  }
  await releaseRound(round, now, now);
}

/** @returns null where the whole round has to wait, or is over because the shop has gone. */
async function tryItem(round: Round, item: RoundItem, now: Date): Promise<ItemOutcome | null> {
  try {
    return await carryOut(round, item);
  } catch (error) {
    const { shop, kind, attempts } = round;
    log.warn({ err: error, shop, kind, product: item.supplierProductId, attempts }, "catalog.round-failed");
    const failure = error instanceof Failure ? error : null;
    if (failure !== null && REFUSALS.has(failure.code))
      return { kind: "refused", said: failure.publicMessage };
    const nextAt = failure?.code === "shop-gone" ? null : nextTry(failure, attempts, now);
    await releaseRound(round, nextAt, now);
    return null;
  }
}

function carryOut({ shop, kind, products }: Round, item: RoundItem): Promise<ItemOutcome> {
  if (kind === "restore") return restoreProduct(shop, item);
  if (kind === "forget") return forgetProduct(shop, item);
  return withdrawProduct(shop, item, products === "draft" ? "draft" : "zero-stock");
}

/** Of this one product: all else passes by itself, and concerns the whole shop. */
const REFUSALS = new Set<Failure["code"]>(["rejected", "unexpected-reply"]);
