import { checkKey } from "../../connection/check-key.server.ts";
import { findKey } from "../../connection/connection-store.server.ts";
import { inShop } from "../../lib/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import { log } from "../../lib/log.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { abilities as ourAbilities } from "../../wholesale/contract.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import type { Order, Page } from "../../wholesale/resources.ts";
import { compareCancelled } from "./compare-cancelled.server.ts";
import { compareOrders } from "./compare-orders.server.ts";
import { compareRequests } from "./compare-requests.server.ts";
import { backOffSeconds } from "../outcome.ts";
import { endRun, checkpointRun, type Pass, postponeRun, claimRun } from "./reconciliation-store.server.ts";

export type Reconciling = {
  abilities: Pick<Abilities, "ordersUpdatedSince" | "findOrderByReference">;
  /** How many pages are read before others have their turn. */
  pagesAtOnce: number;
};

/** A slice ends after so long as well. */
const SLICE_MS = 20_000;
const HOUR_MS = 3_600_000;

/**
 * Compares the three ways an order is known: the shop's requests, our rows, and the supplier's orders. Reads what the
 * supplier has changed since the last time, page by page; references that do not begin as ours do are other people's.
 * The list is one of changes, so that an order is not in it says nothing.
 */
export async function reconcileOrders(
  shop: ShopDomain,
  now: Date,
  { abilities = ourAbilities, pagesAtOnce = 20 }: Partial<Reconciling> = {},
): Promise<void> {
  const pass = await claimRun(shop, now);
  if (pass === null) return;
  let cursor = pass.cursor;
  try {
    const key = await findKey(shop);
    if (key === null) {
      await postponeRun(pass, { until: null, cursor: null });
      return;
    }
    if (cursor === null) await compareRequestsIfAnswered(shop, now);
    const prefix = await findPrefix(shop);
    // Without a prefix nothing was ever ordered.
    if (prefix === null || !listsChanges(abilities)) {
      await endRun(pass, now);
      return;
    }
    const until = performance.now() + SLICE_MS;
    for (let pages = 0; pages < pagesAtOnce && performance.now() < until; pages += 1) {
      const page = await readPage(pass, cursor, key.apiKey);
      const ours = page.items.filter(({ reference }) => reference.startsWith(`${prefix}-`));
      if (ours.length > 0) await compareOrders(shop, ours, { apiKey: key.apiKey, now, abilities });
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    if (cursor === null) await endRun(pass, now);
    else await checkpointRun(pass, cursor, now);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await giveUp(pass, { cursor, failure: error, now });
  }
}

/** The supplier's list leads nowhere when a page names itself as the next. */
async function readPage({ since }: Pass, cursor: string | null, apiKey: string): Promise<Page<Order>> {
  const page = await callWholesale("findOrders", {
    input: { updatedSince: since, cursor },
    credential: apiKey,
  });
  if (page.nextCursor === null || page.nextCursor !== cursor) return page;
  throw new Failure({
    code: "unexpected-reply",
    side: "supplier",
    explanation: { code: "failure.supplier.order-list-stuck" },
  });
}

/** The shop that does not answer keeps nobody from looking at the supplier. */
async function compareRequestsIfAnswered(shop: ShopDomain, now: Date): Promise<void> {
  try {
    await compareCancelled(shop, now);
    await compareRequests(shop, now);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, failure: error.code }, "orders.requests-not-compared");
  }
}

async function findPrefix(shop: ShopDomain): Promise<string | null> {
  const settings = await inShop(shop, (tx) => tx.orderingSettings.findUnique({ where: { shop } }));
  return settings?.referencePrefix ?? null;
}

let saidNotListed = false;

/** Whether the supplier lists what has changed. Where it does not, nothing can be compared, which is said once. */
function listsChanges({ ordersUpdatedSince }: Pick<Abilities, "ordersUpdatedSince">): boolean {
  if (!ordersUpdatedSince && !saidNotListed) {
    log.warn({ why: "the supplier does not list orders by their last change" }, "orders.not-reconciled");
    saidNotListed = true;
  }
  return ordersUpdatedSince;
}

/** What passes by itself goes on from here; all else is, at best, another list the next time. */
async function giveUp(
  pass: Pass,
  { cursor, failure, now }: { cursor: string | null; failure: Failure; now: Date },
): Promise<void> {
  const { shop, retryCount } = pass;
  log.warn({ shop, failure: failure.code, retryCount }, "orders.not-compared");
  const passes = failure.code === "unreachable" || failure.code === "rate-limited";
  const wait = passes ? Math.max(failure.retryAfterSeconds ?? 0, backOffSeconds(retryCount)) * 1000 : HOUR_MS;
  await postponeRun(pass, { until: new Date(now.getTime() + wait), cursor: passes ? cursor : null });
  // One 401 may be a slip: the check asks again, and tells the merchant.
  if (failure.code === "unauthorized") await checkKey(shop);
}
