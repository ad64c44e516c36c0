import { checkKey } from "../connection/check-key.server.ts";
import { findConnection, findKey } from "../connection/connection-store.server.ts";
import { asSystem, inShop } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { recordUpdateProblem } from "../orders/updates/record-update-problem.server.ts";
import { hasArrived } from "../orders/order-state.ts";
import { applyUpdate } from "../orders/updates/apply-update.server.ts";
import { callWholesale } from "../wholesale/call-wholesale.server.ts";
import type { Order, SupplierOrderId } from "../wholesale/resources.ts";
import { storeShipments } from "./store-shipments.server.ts";
import { type ClaimedUpdate, claimUpdate, releaseUpdate } from "./update-store.server.ts";

const SWEEP_AT_MOST = 500;
/** One slow answer of the supplier must not keep everybody else waiting. */
const AT_ONCE = 8;
/** Without a key that works nobody is asked. Connecting wakes it; this is for when that gets lost. */
const WITHOUT_KEY_SECONDS = 900;
/** What the supplier refuses to tell, or tells in a way that cannot be read, changes by somebody's hand. */
const REFUSED_SECONDS = 900;
const NOT_THERE_SECONDS = 3600;
/** A supplier may know an order a little later than it says so. */
const MAY_NOT_BE_THERE_FOR_MS = 900_000;

/** Asks the supplier for news of an order, if that is due and nobody else does, and takes what it tells. */
export async function readUpdate(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  clock: () => Date,
): Promise<void> {
  const claimed = await claimUpdate(shop, orderId, clock());
  if (claimed === null) return;
  try {
    const news = await ask(claimed);
    await (news === null ? wait(claimed, clock()) : take(claimed, news, clock()));
  } catch (error) {
    await bear(claimed, error, clock());
  }
}

/** Asks for what is due, the oldest first: what nobody was woken for, and what waited for its time. */
export async function sweepUpdates(clock: () => Date): Promise<void> {
  const due = await asSystem("orders", (tx) =>
    tx.supplierOrder.findMany({
      where: { updateDueAt: { lte: clock() } },
      orderBy: { updateDueAt: "asc" },
      take: SWEEP_AT_MOST,
      select: { id: true, shop: true },
    }),
  );
  const waiting = due.values();
  const lane = async () => {
    for (const { id, shop } of waiting) await readUpdate({ shop: shop as ShopDomain, orderId: id }, clock);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The supplier's word on the order; null where there is nobody to ask, or nothing to ask about. */
async function ask({ shop, state, supplierOrderId }: ClaimedUpdate): Promise<Order | null> {
  if (!hasArrived(state) || supplierOrderId === null) return null;
  const [connection, key] = await Promise.all([findConnection(shop), findKey(shop)]);
  if (key === null || connection?.check.kind === "unauthorized") return null;
  return callWholesale("getOrder", {
    input: { id: supplierOrderId as SupplierOrderId },
    credential: key.apiKey,
  });
}

async function take(claimed: ClaimedUpdate, news: Order, now: Date): Promise<void> {
  const { shop, id: orderId } = claimed;
  await inShop(shop, async (tx) => {
    const taken = await applyUpdate(tx, { shop, orderId, update: news, now });
    const kept = taken.kind === "applied" && (await storeShipments(tx, { shop, orderId, news, now }));
    const isNew = kept || (taken.kind === "applied" && taken.changed);
    await releaseUpdate(tx, claimed, { asked: isNew ? "news" : "no-news", now });
    if (isNew) log.info({ shop, orderId, status: news.status }, "tracking.update-applied");
    if (taken.kind === "differs") log.warn({ shop, orderId }, "tracking.update-not-believed");
  });
}

async function wait(claimed: ClaimedUpdate, now: Date): Promise<void> {
  await inShop(claimed.shop, (tx) =>
    releaseUpdate(tx, claimed, { asked: "not", now, atLeastSeconds: WITHOUT_KEY_SECONDS }),
  );
}

/** No news. A supplier that is down, or a key that it refuses, is told elsewhere, once for all orders. */
async function bear(claimed: ClaimedUpdate, error: unknown, now: Date): Promise<void> {
  const { shop, id: orderId, placedAt } = claimed;
  const failure = error instanceof Failure ? error : null;
  log.warn({ err: error, shop, orderId }, "tracking.update-not-read");
  const isRead = failure?.code === "rejected" || failure?.code === "unexpected-reply";
  const isMissing = failure?.status === 404 && isRead;
  const isNew = placedAt !== null && now.getTime() - placedAt.getTime() < MAY_NOT_BE_THERE_FOR_MS;
  await inShop(shop, async (tx) => {
    if (isMissing && !isNew) {
      await recordUpdateProblem(tx, { orderId, problem: { code: "unknown-to-supplier" }, now });
    } else if (failure && isRead && !isMissing) {
      const problem = { code: "update-unreadable", explanation: failure.explanation } as const;
      await recordUpdateProblem(tx, { orderId, problem, now });
    }
    await releaseUpdate(tx, claimed, { asked: "no-news", now, atLeastSeconds: leastSeconds(failure, isNew) });
  });
  // Only a read tells whether it is the key as such that is refused; if so, the whole shop waits.
  if (failure?.code === "unauthorized") await checkKey(shop);
}

function leastSeconds(failure: Failure | null, isNew: boolean): number {
  if (failure?.status === 404) return isNew ? 0 : NOT_THERE_SECONDS;
  switch (failure?.code) {
    case "unauthorized":
      return WITHOUT_KEY_SECONDS;
    case "rejected":
    case "unexpected-reply":
      return REFUSED_SECONDS;
    case "unreachable":
    case "rate-limited":
    case "outcome-unknown":
    case "access-lost":
    case "shop-gone":
    case undefined:
      return failure?.retryAfterSeconds ?? 0;
  }
}
