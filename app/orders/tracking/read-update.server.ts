import { callAsShop } from "../../connection/call-as-shop.server.ts";
import { findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { isOutage } from "../../connection/supplier-outage.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { asError, Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { errorType, failCurrentSpan, inSpan } from "../../lib/telemetry/trace.server.ts";
import type { Message } from "../../messages/message.ts";
import { hasArrived, underWayStates } from "../states/order-state.ts";
import { inWords } from "../reasons/reason-words.ts";
import { findOtherConnection, recordUpdateProblem } from "../updates/apply-update.server.ts";
import { sweep } from "../../queue/sweep.server.ts";
import { dueAt } from "../../queue/lease.server.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import {
  type ClaimedUpdate,
  claimUpdate,
  LEASE_SECONDS,
  type ReadResult,
  releaseUpdate,
  storeUpdate,
} from "./store-update.server.ts";

/** The result of reading an update. If the read failed, also why. */
export type Read =
  { kind: Exclude<ReadResult, "failed"> } | { kind: Extract<ReadResult, "failed">; explanation: Message };

/**
 * Reads the supplier's update of an order, if it is due and not claimed, and applies it.
 *
 * @param isWanted true if a person waits: then the call has no background pace.
 * @returns null if the update is not due, or a worker has claimed it.
 */
export async function readUpdate({
  shop,
  orderId,
  isWanted = false,
}: {
  shop: ShopDomain;
  orderId: string;
  isWanted?: boolean;
}): Promise<Read | null> {
  const claimed = await claimUpdate(shop, orderId);
  return claimed && readInTrace(claimed, { isWanted });
}

/** The result of a person's request for an update. */
export type Requested =
  | Read
  /** A worker is reading the update now. */
  | { kind: "under-way" }
  /** The order is not under way. */
  | { kind: "none" };

/**
 * Reads an order's update now, because a person asks for it, even if no read is due. A second click reads again, which
 * does no harm. After a crash, a sweep reads the update.
 */
export async function requestUpdate(shop: ShopDomain, orderId: string): Promise<Requested> {
  const { count } = await inShop(shop, (tx, now) =>
    tx.supplierOrder.updateMany({
      where: { shop, id: orderId, state: { in: underWayStates } },
      data: { ...dueAt(now, "update") },
    }),
  );
  if (count === 0) return { kind: "none" };
  return (await readUpdate({ shop, orderId, isWanted: true })) ?? { kind: "under-way" };
}

/** Reads every due update: those whose job was lost, and those that waited for their time. */
export async function sweepUpdates(): Promise<void> {
  await sweep({
    purpose: "orders",
    work: "SupplierOrder.update",
    seconds: LEASE_SECONDS,
    process: (claimed) => readInTrace(claimed as ClaimedUpdate, { isWanted: false }),
  });
}

/**
 * If no key works, an order cannot be read, and its reads pause for this time. Connecting the supplier wakes the order
 * earlier.
 */
const WITHOUT_KEY_SECONDS = 900;

/**
 * Minimum pause after a rejection or an unreadable reply. Retrying sooner is useless, because a person must first fix
 * the cause.
 */
const UNREADABLE_SECONDS = 900;

const UNKNOWN_SECONDS = 3600;

/**
 * Up to this age the supplier may answer that it does not know an order: it may show an order only some time after
 * accepting it.
 */
const MAY_BE_UNKNOWN_MS = 900_000;

async function readInTrace(claimed: ClaimedUpdate, { isWanted }: { isWanted: boolean }): Promise<Read> {
  const options = { parent: claimed.traceparent, attributes: { "stockbridge.order.id": claimed.id } };
  return inSpan("tracking.read-update", options, () => readClaimed(claimed, { isWanted }));
}

async function readClaimed(claimed: ClaimedUpdate, { isWanted }: { isWanted: boolean }): Promise<Read> {
  try {
    const found = await read(claimed, { isWanted });
    return { kind: await (found === null ? skip(claimed) : apply(claimed, found)) };
  } catch (error) {
    failCurrentSpan(errorType(error));
    return { kind: "failed", explanation: await recordFailure(claimed, error) };
  }
}

/** The supplier's order, and the key that read it. */
type Found = { update: Order; key: OpenKey };

/** Reads the supplier's order. Returns null without a usable key, or if the order has no number to read. */
async function read(
  { shop, state, supplierOrderId }: ClaimedUpdate,
  { isWanted }: { isWanted: boolean },
): Promise<Found | null> {
  if (!hasArrived(state) || supplierOrderId === null) return null;
  const key = await findUsableKey(shop);
  if (key === null) return null;
  const id = supplierOrderId as SupplierOrderId;
  const update = await callAsShop({ shop, key }, "getOrder", { id }, isWanted ? {} : { pace: "bulk" });
  return { update, key };
}

async function apply(claimed: ClaimedUpdate, found: Found): Promise<"changed" | "unchanged"> {
  return inShop(claimed.shop, (tx, now) =>
    storeUpdate(tx, { ...claimed, ...found, orderId: claimed.id, now }),
  );
}

async function skip(claimed: ClaimedUpdate): Promise<"skipped"> {
  await inShop(claimed.shop, (tx, now) =>
    releaseUpdate(tx, claimed, { result: "skipped", now, atLeastSeconds: WITHOUT_KEY_SECONDS }),
  );
  return "skipped";
}

/**
 * Records why the supplier's update cannot be read. An outage or an unauthorized key is recorded elsewhere, once for
 * all orders. @returns the explanation for a person who waits.
 */
async function recordFailure(claimed: ClaimedUpdate, error: unknown): Promise<Message> {
  const { shop, id: orderId, placedAt } = claimed;
  const failure = error instanceof Failure ? error : null;
  log.warn({ err: error, shop, orderId }, "tracking.update-not-read");
  const isAnswered = failure?.code === "rejected" || failure?.code === "unexpected-reply";
  const isUnknown = failure?.status === 404 && isAnswered;
  const isReportedElsewhere = isAnswered || failure?.code === "unauthorized" || (await isOutage(failure));
  return inShop(shop, async (tx, now) => {
    const isElsewhere = isAnswered && (await findOtherConnection(tx, { shop, orderId })) !== null;
    const isNew = !isElsewhere && placedAt !== null && now.getTime() - placedAt.getTime() < MAY_BE_UNKNOWN_MS;
    if (isUnknown && !isNew) {
      await recordUpdateProblem(tx, { shop, orderId, problem: { code: "unknown-to-supplier" }, now });
    } else if (failure && isAnswered && !isUnknown) {
      const problem = { code: "update-unreadable", explanation: failure.explanation } as const;
      await recordUpdateProblem(tx, { shop, orderId, problem, now });
    }
    const atLeastSeconds = leastSeconds(failure, isNew);
    await releaseUpdate(tx, claimed, {
      result: "failed",
      now,
      atLeastSeconds,
      failure: isReportedElsewhere ? null : asError(error),
    });
    if (isElsewhere) return inWords({ code: "other-account", number: claimed.supplierOrderId ?? "" });
    return failure?.explanation ?? { code: "failure.ours" };
  });
}

function leastSeconds(failure: Failure | null, isNew: boolean): number {
  if (failure?.status === 404) return isNew ? 0 : UNKNOWN_SECONDS;
  switch (failure?.code) {
    case "unauthorized":
      return WITHOUT_KEY_SECONDS;
    case "rejected":
    case "unexpected-reply":
      return UNREADABLE_SECONDS;
    case "unreachable":
    case "rate-limited":
    case "outcome-unknown":
    case "app-denied":
    case "access-lost":
    case "shop-gone":
    case undefined:
      return failure?.retryAfterSeconds ?? 0;
  }
}
