import { Prisma } from "@prisma/client";

import { batchCalls } from "../../lib/database/batch-calls.ts";
import { inShop, inShops } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { type Claimed, postpone, release } from "../../queue/lease.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { shopOrderId } from "../../shop/ids.ts";
import { isRequestable } from "../../shop/orders/fulfillment-order.ts";
import type { RequestableOrder } from "../../shop/orders/fulfillment-requests.server.ts";
import { endWait, leaveList } from "../rules/apply-rules.server.ts";
import { requestOrder } from "./request-paid-orders.server.ts";

type ClaimedKept = Claimed<"UnrequestedOrder.judge">;

/** The calls to the shop take less time: the read (90 s per page), one request per part, and the ingestion. */
const LEASE_SECONDS = 600;

/**
 * Judges orders again that rules keep waiting, if their delay has ended, their day has begun, or the rules have
 * changed.
 */
export async function judgeKeptOrders(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "UnrequestedOrder.judge",
    seconds: LEASE_SECONDS,
    process: judgeClaimed,
  });
}

/**
 * Judges a kept order again, because a webhook reports that Shopify has assessed its fraud risk. Ignores orders that
 * rules do not keep.
 */
export async function judgeAssessedOrder(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<"not-yet" | undefined> {
  const id = shopOrderId(subjectId);
  if (id === null || !(await isKept({ shop, id }))) return undefined;
  const { order } = await requestOrder(shop, id);
  return order === null ? "not-yet" : undefined;
}

/**
 * Returns true if rules keep the order. Shopify reports an assessment of every order, but rules keep few of them. To
 * make these lookups cheap, those that arrive together share a statement.
 */
const isKept = batchCalls(async (all: { shop: ShopDomain; id: string }[]) => {
  const shops = [...new Set(all.map(({ shop }) => shop))];
  const rows = await inShops(shops, (tx) =>
    tx.unrequestedOrder.findMany({
      where: {
        shop: { in: shops },
        shopOrderId: { in: all.map(({ id }) => id) },
        kept: { not: Prisma.DbNull },
        leftAt: null,
      },
      select: { shop: true, shopOrderId: true },
    }),
  );
  return all.map(({ shop, id }) => rows.some((row) => row.shop === shop && row.shopOrderId === id));
});

/**
 * An order that the shop does not show is read again after this time, because a replica may lag. The poll drops orders
 * that are gone.
 */
const NOT_SHOWN_SECONDS = 300;

/**
 * Reads a kept order from the shop again, and judges it. After a crash, the row is due again once its lease expires.
 * The shop then shows which parts were requested before the crash.
 */
async function judgeClaimed(claimed: ClaimedKept): Promise<void> {
  const { shop, shopOrderId: id, judgeRetryCount } = claimed;
  const judged = await requestOrder(shop, id).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    log.warn({ shop, shopOrderId: id, err: error }, "orders.kept-not-judged");
    return error;
  });
  if (judged instanceof Failure)
    return postponeJudging(claimed, backOffSeconds(judgeRetryCount, { failure: judged }));
  if (judged.kind !== "judged") return stopJudging(claimed, { isKept: judged.kind !== "off" });
  const { order, result } = judged;
  if (order === null) return postponeJudging(claimed, NOT_SHOWN_SECONDS);
  switch (result) {
    case "kept":
      return;
    case "requested":
      return leaveList(shop, id);
    // The order stays on the list, because Shopify may accept the request later, for example once the permission is
    // back.
    case "refused":
      return postponeJudging(claimed, backOffSeconds(judgeRetryCount));
    case "nothing":
      if (order.fulfillmentOrders.some(isRequestable)) return stopJudging(claimed, { isKept: false });
      return hasRequest(order) ? leaveList(shop, id) : endWait(shop, order);
  }
}

/** Returns true if the merchant, or another process, has requested a part of the order. */
function hasRequest({ fulfillmentOrders }: RequestableOrder): boolean {
  return fulfillmentOrders.some(({ ours, request }) => ours && request !== "unsubmitted");
}

async function postponeJudging(claimed: ClaimedKept, seconds: number): Promise<void> {
  const judgeRetryCount = claimed.judgeRetryCount + 1;
  await inShop(claimed.shop, (tx) =>
    postpone(tx, "UnrequestedOrder.judge", claimed, { seconds, judgeRetryCount }),
  );
}

/**
 * Stops judging a kept order. Without a connection to the supplier, rules still keep the order, and a poll after
 * connecting judges it again. If automatic ordering is off, or a request was rejected, the order waits for the
 * merchant.
 */
async function stopJudging(claimed: ClaimedKept, { isKept }: { isKept: boolean }): Promise<void> {
  await inShop(claimed.shop, (tx) =>
    release(tx, "UnrequestedOrder.judge", claimed, {
      judgeDueAt: null,
      judgedVersion: null,
      ...(!isKept && { kept: Prisma.DbNull, keptSince: null }),
    }),
  );
}
