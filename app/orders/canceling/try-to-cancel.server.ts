import type { OrderAttempt } from "@prisma/client";

import { findConnection, findUsableKey } from "../../connection/connection-store.server.ts";
import type { OpenKey } from "../../connection/sealed-key.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import { callWholesale } from "../../wholesale/call-wholesale.server.ts";
import { abilities } from "../../wholesale/contract.ts";
import { hasPackages, type Order, type SupplierOrderId } from "../../wholesale/resources.ts";
import { isOtherAccount, isSameAccount } from "../states/same-account.ts";
import { hasEnded, hasIdentity, isKnownByNumber } from "../states/supplier-order.ts";
import { latestFirst } from "../store/attempt-store.server.ts";
import type { ClaimedOrder } from "../store/order-store.server.ts";

/** Number of retries after an unclear reply. */
const RETRIES_AT_MOST = 5;

/** The result of canceling an order at the supplier. */
export type CancelResult =
  | { kind: "canceled" }
  /** The supplier canceled the order, but a part of it had shipped before. */
  | { kind: "rest-canceled" }
  /** The supplier keeps the order, for this reason. A retry would not help. */
  | { kind: "not-canceled"; why: Message }
  /** The supplier does not accept the key, so the outcome is unknown. */
  | { kind: "no-key" };

/**
 * Cancels an order at the supplier, unless the supplier shows that it is too late.
 *
 * @param isSecond true if this is the second of two orders that the supplier has for one request.
 * @throws Failure if a retry may help.
 */
export async function tryToCancel(
  order: ClaimedOrder,
  { isSecond }: { isSecond: boolean } = { isSecond: false },
): Promise<CancelResult> {
  const number = (order.supplierOrderId ?? "") as SupplierOrderId;
  if (order.state === "shipped" || order.state === "delivered")
    return notCanceled({ code: "orders.not-canceled.shipped", number });
  const key = await findUsableKey(order.shop);
  if (key === null) {
    const isConnected = (await findConnection(order.shop)) !== null;
    return isConnected
      ? { kind: "no-key" }
      : notCanceled({ code: "orders.not-canceled.not-connected", number });
  }
  const [latest, ...earlier] = await findAttempts(order);
  const isElsewhere = isOtherAccount(key, latest);
  const call = { input: { id: number }, credential: key.apiKey };
  let before: Order;
  try {
    before = await callWholesale("getOrder", call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const mayPass = error.code !== "rejected" && error.code !== "unexpected-reply";
    if (!mayPass && isElsewhere) return notCanceled({ code: "orders.not-canceled.other-account", number });
    if (mayPass || order.retryCount < RETRIES_AT_MOST) throw error;
    return notCanceled({ code: "orders.not-canceled.not-shown", number });
  }
  // With another account, the same number may be a different order.
  const attempt = [latest, ...earlier].find((each) => hasIdentity(before, each)) ?? latest;
  const { reference } = attempt;
  if (!isShownBy(key, before, attempt))
    return notCanceled(
      isElsewhere
        ? { code: "orders.not-canceled.other-account", number }
        : { code: "orders.not-canceled.other-order", number, reference },
    );
  // `partially_shipped` alone proves nothing: the packages may be from an earlier order for this request. Only packages
  // of the present order prevent its cancellation.
  if (order.state === "partially_shipped" && hasPackages(before))
    return notCanceled(partiallyShipped(number));
  const judge = (ended: Order) => judgeEnded(order, { ended, isSecond });
  if (hasEnded(before)) return judge(before);
  if (!abilities.cancelOrder) return notCanceled({ code: "orders.not-canceled.not-offered", number });
  let answered: Order | null = null;
  try {
    answered = await callWholesale("cancelOrder", call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isUnclear = error.code === "outcome-unknown" && error.status !== 409;
    if (error.code !== "rejected" && error.status !== 409 && !isUnclear) throw error;
    // The supplier may still carry out the cancellation, so we try again before we report a failure.
    if (isUnclear && order.retryCount < RETRIES_AT_MOST) throw error;
  }
  // The reply to `cancelOrder` may omit shipments, so an order that has ended is read again.
  const now = answered !== null && !hasEnded(answered) ? answered : await callWholesale("getOrder", call);
  if (hasEnded(now)) return judge(now);
  return notCanceled({ code: "orders.not-canceled.rejected", number, status: now.status });
}

/**
 * Reads the order from the supplier, to find out if it is still alive.
 *
 * @returns `unknown` if no key works, if the number belongs to another order, or if the supplier has repeatedly shown
 *   no order. None of these proves that the order has ended.
 * @throws Failure if a retry may help, for example after an unreadable reply or after a first "not found".
 */
export async function readLiveness(order: ClaimedOrder): Promise<"alive" | "ended" | "unknown"> {
  const key = await findUsableKey(order.shop);
  if (key === null) return "unknown";
  const input = { id: (order.supplierOrderId ?? "") as SupplierOrderId };
  try {
    const shown = await callWholesale("getOrder", { input, credential: key.apiKey });
    const attempts = await findAttempts(order);
    if (!attempts.some((attempt) => isShownBy(key, shown, attempt))) return "unknown";
    return hasEnded(shown) ? "ended" : "alive";
  } catch (error) {
    const isAnswer = error instanceof Failure && error.code === "rejected";
    if (!isAnswer || order.retryCount < RETRIES_AT_MOST) throw error;
    return "unknown";
  }
}

/**
 * Returns true if the shown order is the attempt's order. In another account, the same number may belong to a different
 * order.
 */
function isShownBy(key: OpenKey, shown: Order, attempt: OrderAttempt): boolean {
  return hasIdentity(shown, attempt) && (!isKnownByNumber(attempt) || isSameAccount(key, attempt));
}

/** Finds the order's attempts, the latest first: the supplier may have the order twice, under different references. */
async function findAttempts({ shop, id: orderId }: ClaimedOrder): Promise<[OrderAttempt, ...OrderAttempt[]]> {
  const where = { shop, orderId };
  const rows = await inShop(shop, (tx) => tx.orderAttempt.findMany({ where, orderBy: latestFirst }));
  const [latest, ...earlier] = rows;
  if (latest === undefined) throw new Error("An order at the supplier has no attempt.");
  return [latest, ...earlier];
}

/**
 * Decides if an ended order counts as canceled: it does if neither the supplier's reply nor our rows show a shipment.
 * Our rows never have shipments of a second order.
 */
async function judgeEnded(
  { shop, id, retryCount }: ClaimedOrder,
  { ended, isSecond }: { ended: Order; isSecond: boolean },
): Promise<CancelResult> {
  const where = { shop, orderId: id };
  const shown = isSecond ? 0 : await inShop(shop, (tx) => tx.shipment.count({ where }));
  if (shown === 0 && !hasPackages(ended)) return { kind: "canceled" };
  if (retryCount < RETRIES_AT_MOST) return { kind: "rest-canceled" };
  return notCanceled(partiallyShipped(ended.id));
}

/** Returns the message that the order was not canceled, because a part had shipped. */
export function partiallyShipped(number: SupplierOrderId): Message {
  return { code: "orders.not-canceled.partially-shipped", number };
}

/** Returns the result for an order that the supplier keeps, with the reason. */
export function notCanceled(why: Message): Extract<CancelResult, { kind: "not-canceled" }> {
  return { kind: "not-canceled", why };
}
