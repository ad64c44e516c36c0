import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { nextTry } from "../back-off.ts";
import { importProduct } from "./import-product.server.ts";
import {
  endImport,
  wakeImports,
  type ImportOutcome,
  postponeDueImports,
  postponeImport,
  claimImport,
  type ClaimedImport,
} from "./import-store.server.ts";

/** A slice ends after so long, and wakes the next one: no shop's import keeps the others waiting. */
const SLICE_MS = 10_000;

/** Brings chosen products into the shop, one after the other, as long as some are due. */
export async function importProducts(shop: ShopDomain, now: Date): Promise<void> {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until) {
    const taken = await claimImport(shop, now);
    if (taken === null) return;
    await importOne(shop, taken, now);
  }
  await wakeImports(shop, now);
}

async function importOne(shop: ShopDomain, taken: ClaimedImport, now: Date): Promise<void> {
  let outcome: ImportOutcome;
  try {
    outcome = await importProduct(shop, taken);
  } catch (error) {
    const { supplierProductId, retryCount } = taken;
    log.warn({ shop, supplierProductId, err: error, retryCount }, "catalog.import-failed");
    const failure = error instanceof Failure ? error : null;
    if (failure === null || PASSES.has(failure.code)) {
      const said =
        failure?.publicMessage ?? "Something went wrong on our side. Stockbridge tries again by itself.";
      const later = { nextAt: nextTry(failure, retryCount, now), said };
      await postponeImport(shop, taken, later);
      // A shop that does not let us in takes none of them.
      if (failure?.code === "access-lost") await postponeDueImports(shop, { ...later, now });
      return;
    }
    outcome = { kind: "skipped", said: failure.publicMessage };
  }
  await endImport(shop, taken, { outcome, now });
}

/** To import is to bring about a state, so that doing it again after an unknown outcome does no harm. */
const PASSES = new Set<Failure["code"]>(["unreachable", "rate-limited", "outcome-unknown", "access-lost"]);
