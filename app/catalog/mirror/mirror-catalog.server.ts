import { checkKey } from "../../connection/check-key.server.ts";
import { findKey, storeCheck } from "../../connection/connection-store.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { nextTry } from "../back-off.ts";
import { problemOf } from "./mirror-problem.ts";
import { toMirrorRows } from "./mirror-rows.ts";
import {
  releaseRun,
  type Place,
  postpone,
  REST_MS,
  storePage,
  type Stored,
  claimRun,
} from "./mirror-store.server.ts";

const PAGE_SIZE = 100;
/** A slice ends after so long, and wakes the next one: no shop's catalogue keeps the others waiting. */
const SLICE_MS = 10_000;

/** Reads some pages of the supplier's product list into the mirror, from where the last slice or crash left off. */
export async function mirrorCatalog(shop: ShopDomain, now: Date): Promise<void> {
  const until = performance.now() + SLICE_MS;
  const taken = await claimRun(shop, now);
  if (taken === null) return;
  let place: Place = taken;
  const key = await findKey(shop);
  if (key === null) {
    await postpone(shop, place, { nextAt: null, anew: true, problem: null });
    return;
  }
  while (performance.now() < until) {
    const page = await readPage(key.apiKey, place);
    const stored: Stored | Failure =
      page instanceof Failure
        ? page
        : await storePage(shop, place, {
            rows: toMirrorRows(page.items),
            nextCursor: page.nextCursor,
            now,
          });
    if (stored instanceof Failure) return giveUp(shop, place, stored, now);
    if (stored.kind === "repeated") return giveUp(shop, place, notAdvancing(), now);
    if (stored.kind === "lost") return;
    if (stored.kind === "ended") {
      log.info({ shop, run: place.run, pages: place.page + 1 }, "catalog.mirrored");
      await storeCheck(shop, { generation: key.generation, check: { kind: "verified" } });
      return;
    }
    place = stored.place;
  }
  await releaseRun(shop, place, now);
}

async function readPage(apiKey: string, { cursor }: Place) {
  try {
    const page = await callWholesale("listProducts", {
      input: { pageSize: PAGE_SIZE, cursor },
      credential: apiKey,
    });
    return page.nextCursor !== null && page.nextCursor === cursor ? notAdvancing() : page;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function notAdvancing(): Failure {
  return new Failure({
    code: "unexpected-reply",
    side: "supplier",
    explanation: { code: "failure.supplier.product-list-stuck" },
  });
}

async function giveUp(shop: ShopDomain, place: Place, failure: Failure, now: Date): Promise<void> {
  const problem = problemOf(failure);
  log.warn({ shop, err: failure, page: place.page, why: problem.why }, "catalog.mirror-failed");
  // Whatever passes by itself is worth going on from here; all else is, at best, another list the next time.
  const passes = failure.code === "unreachable" || failure.code === "rate-limited";
  const nextAt = passes ? nextTry(failure, place.retryCount, now) : new Date(now.getTime() + REST_MS);
  await postpone(shop, place, { nextAt, anew: !passes, problem });
  // One 401 may be a slip: the check asks again, and tells the merchant.
  if (failure.code === "unauthorized") await checkKey(shop);
}
