import { checkKey } from "../connection/check-key.server.ts";
import { findConnection, findKey } from "../connection/connection-store.server.ts";
import { asSystem, inShop } from "../lib/db.server.ts";
import { Failure } from "../lib/failure.ts";
import { log } from "../lib/log.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { noteNewsTrouble } from "../orders/news-trouble.server.ts";
import { hasArrived } from "../orders/order-state.ts";
import { takeNews } from "../orders/take-news.server.ts";
import { callPlatform } from "../wholesale/platform.server.ts";
import type { Order } from "../wholesale/resources.ts";
import { keepShipments } from "./keep-shipments.server.ts";
import { type ClaimedNews, claimNews, giveBack } from "./news-store.server.ts";

const SWEEP_AT_MOST = 500;
/** One slow answer of the platform must not keep everybody else waiting. */
const AT_ONCE = 8;
/** Without a key that works nobody is asked. Connecting wakes it; this is for when that gets lost. */
const WITHOUT_KEY_SECONDS = 900;
/** What the platform refuses to tell, or tells in a way that cannot be read, changes by somebody's hand. */
const REFUSED_SECONDS = 900;
const NOT_THERE_SECONDS = 3600;
/** A platform may know an order a little later than it says so. */
const MAY_NOT_BE_THERE_FOR_MS = 900_000;

/** Asks the platform for news of an order, if that is due and nobody else does, and takes what it tells. */
export async function readNews(
  { shop, orderId }: { shop: ShopDomain; orderId: string },
  clock: () => Date,
): Promise<void> {
  const claimed = await claimNews(shop, orderId, clock());
  if (claimed === null) return;
  try {
    const news = await ask(claimed);
    await (news === null ? wait(claimed, clock()) : take(claimed, news, clock()));
  } catch (error) {
    await bear(claimed, error, clock());
  }
}

/** Asks for what is due, the oldest first: what nobody was woken for, and what waited for its time. */
export async function sweepNews(clock: () => Date): Promise<void> {
  const due = await asSystem("orders", (tx) =>
    tx.supplierOrder.findMany({
      where: { newsDueAt: { lte: clock() } },
      orderBy: { newsDueAt: "asc" },
      take: SWEEP_AT_MOST,
      select: { id: true, shop: true },
    }),
  );
  const waiting = due.values();
  const lane = async () => {
    for (const { id, shop } of waiting) await readNews({ shop: shop as ShopDomain, orderId: id }, clock);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** The platform's word on the order; null where there is nobody to ask, or nothing to ask about. */
async function ask({ shop, state, wholesaleOrderId }: ClaimedNews): Promise<Order | null> {
  if (!hasArrived(state) || wholesaleOrderId === null) return null;
  const [connection, key] = await Promise.all([findConnection(shop), findKey(shop)]);
  if (key === null || connection?.check.kind === "refused") return null;
  return callPlatform("getOrder", { input: { id: wholesaleOrderId }, credential: key.apiKey });
}

async function take(claimed: ClaimedNews, news: Order, now: Date): Promise<void> {
  const { shop, id: orderId } = claimed;
  await inShop(shop, async (tx) => {
    const taken = await takeNews(tx, { shop, orderId, news, now });
    const kept = taken.kind === "taken" && (await keepShipments(tx, { shop, orderId, news, now }));
    const isNew = kept || (taken.kind === "taken" && taken.changed);
    await giveBack(tx, claimed, { asked: isNew ? "news" : "no-news", now });
    if (isNew) log.info({ shop, orderId, status: news.status }, "tracking.news-taken");
    if (taken.kind === "not-believed") log.warn({ shop, orderId }, "tracking.news-not-believed");
  });
}

async function wait(claimed: ClaimedNews, now: Date): Promise<void> {
  await inShop(claimed.shop, (tx) =>
    giveBack(tx, claimed, { asked: "not", now, atLeastSeconds: WITHOUT_KEY_SECONDS }),
  );
}

/** No news. A platform that is down, or a key that it refuses, is told elsewhere, once for all orders. */
async function bear(claimed: ClaimedNews, error: unknown, now: Date): Promise<void> {
  const { shop, id: orderId, placedAt } = claimed;
  const failure = error instanceof Failure ? error : null;
  log.warn({ err: error, shop, orderId }, "tracking.news-not-read");
  const isRead = failure?.code === "rejected" || failure?.code === "unexpected-reply";
  const isMissing = failure?.status === 404 && isRead;
  const isNew = placedAt !== null && now.getTime() - placedAt.getTime() < MAY_NOT_BE_THERE_FOR_MS;
  await inShop(shop, async (tx) => {
    if (isMissing && !isNew) {
      await noteNewsTrouble(tx, { shop, orderId, trouble: { reason: "not-there" }, now });
    } else if (failure && isRead && !isMissing) {
      const trouble = { reason: "news-unread", why: failure.publicMessage } as const;
      await noteNewsTrouble(tx, { shop, orderId, trouble, now });
    }
    await giveBack(tx, claimed, { asked: "no-news", now, atLeastSeconds: leastSeconds(failure, isNew) });
  });
  // Only a read tells whether it is the key as such that is refused; if so, the whole shop waits.
  if (failure?.code === "unauthorized") await checkKey(shop, now);
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
    case "token-lost":
    case "shop-gone":
    case undefined:
      return failure?.retryAfterSeconds ?? 0;
  }
}
