import { isDeepStrictEqual } from "node:util";

import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { Money } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { traceparentNow } from "../../lib/telemetry/trace.server.ts";
import { dueAt, isLeased } from "../../queue/lease.server.ts";
import { hasArrived, isEnded, isUnsent, type OrderState } from "../states/order-state.ts";
import { type CostLine, isAboutCost } from "../states/reason.ts";
import { appendCancellation, appendToHistory } from "../store/attempt-store.server.ts";
import {
  changeLocked,
  lockOrder,
  type OrderRow,
  recordOrderActivity,
  wakeOrder,
} from "../store/order-store.server.ts";
import { type ApprovedCosts, costsOf, costsToApprove, unpaidToApprove } from "./approvals.ts";

/**
 * Restarts an unsent order (a person's "Try again"). Otherwise makes its failing step due now, if there is one. After a restart,
 * a second click names an old version. An ended order starts over only with a new request in the shop (`openOrder`), because
 * its own request has been declined.
 *
 * @param version version of the order on the person's page.
 * @returns true if there was something to retry.
 */
export async function retryOrder(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version: number },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    // Ends the claim of a worker that still reads for this order, so that it begins no attempt. Once an
    // attempt has begun, the order is in another state, and nothing happens here.
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version) return false;
    if (isUnsent(order.state)) {
      await restartOrder(tx, order, { now });
      return true;
    }
    // Makes a failed step due now. This orders nothing.
    const hasStep = hasArrived(order.state) || order.acceptance === "closing";
    if (!hasStep || order.retryCount === 0 || order.dueAt === null) return false;
    if (isLeased(order, now)) return true;
    await changeLocked(tx, order, { dueAt: now });
    await wakeOrder(tx, order);
    return true;
  });
}

/** The order on the person's page: an approval holds for this version only. */
type OnPage = { orderId: string; version: number };

/**
 * Approves the costs for which an order is held (a person's "Order anyway"). The order is due at once. Its lines may cost as
 * much as the person has seen, and no more.
 *
 * @param seen the costs on the page. If the order is held for other costs by now, nothing is approved.
 * @returns true if it was approved.
 */
export async function approveCost(
  shop: ShopDomain,
  { seen, ...onPage }: OnPage & { seen: ApprovedCosts },
): Promise<boolean> {
  return approve(shop, onPage, ({ reason, reasonParams, approvedCosts }, now) => {
    if (!isAboutCost(reason)) return null;
    const costs = costsToApprove(reasonParams);
    if (Object.keys(costs).length === 0 || !isDeepStrictEqual(costs, seen)) return null;
    const { lines } = reasonParams as { lines: CostLine[] };
    return {
      stored: { approvedCosts: { ...(approvedCosts as object), ...costsOf(lines, now) } },
      kind: "orders.cost-approved",
      what: { code: "orders.cost-approved", lines },
    };
  });
}

/**
 * Approves one of Shopify's test orders (a person's "Send anyway"). It is due at once, and bought although no customer pays.
 *
 * @returns true if it was approved.
 */
export async function approveTestOrder(shop: ShopDomain, onPage: OnPage): Promise<boolean> {
  return approve(shop, onPage, ({ reason }, now) => {
    if (reason !== "test-order") return null;
    const what = { code: "orders.test-order-approved" } as const;
    return { stored: { testApprovedAt: now }, kind: what.code, what };
  });
}

/**
 * Approves an order that is not paid in full (a person's "Send anyway"). It is due at once, and bought unless more than this
 * amount is outstanding by then.
 *
 * @param seen the outstanding amount on the page. If it is another one by now, nothing is approved.
 * @returns true if it was approved.
 */
export async function approveUnpaid(
  shop: ShopDomain,
  { seen, ...onPage }: OnPage & { seen: Money },
): Promise<boolean> {
  return approve(shop, onPage, ({ reason, reasonParams }, now) => {
    if (reason !== "unpaid" || !isDeepStrictEqual(unpaidToApprove(reasonParams), seen)) return null;
    const what = { code: "orders.unpaid-approved", outstanding: seen } as const;
    return { stored: { unpaidApproved: { ...seen, at: now.toISOString() } }, kind: what.code, what };
  });
}

type Approval = {
  stored: Pick<
    Prisma.SupplierOrderUpdateManyMutationInput,
    "approvedCosts" | "testApprovedAt" | "unpaidApproved"
  >;
  kind: `orders.${string}-approved`;
  what: Message;
};

/** Stores an approval of a held order and makes it due, if the order still has the version and reason that the person saw. */
async function approve(
  shop: ShopDomain,
  { orderId, version }: OnPage,
  decide: (held: OrderRow & { reason: string }, now: Date) => Approval | null,
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version || order.state !== "held" || order.cancelRequestedAt !== null)
      return false;
    const { reason } = order;
    const approval = reason === null ? null : decide({ ...order, reason }, now);
    if (approval === null) return false;
    const { stored, kind, what } = approval;
    // Takes the order from a worker that still reads for it, so that it does not decide by the earlier approvals.
    await changeLocked(tx, order, { to: "ready", reason: null, dueAt: now, retryCount: 0, ...stored });
    await wakeOrder(tx, order);
    await recordOrderActivity(tx, order, { kind, tone: "info", what, at: now });
    return true;
  });
}

/**
 * Restarts an order whose row `tx` has locked. Keeps the supplier's number of the ended order until there is a
 * new one; the history keeps it for good.
 */
export async function restartOrder(
  tx: Tx,
  order: OrderRow,
  { now, requestedAt = order.requestedAt }: { now: Date; requestedAt?: Date },
): Promise<void> {
  if (requestedAt !== order.requestedAt)
    await appendToHistory(tx, order, { what: { code: "requested" }, at: order.requestedAt });
  await appendCancellation(tx, order);
  await tx.supplierOrder.updateMany({
    where: { shop: order.shop, id: order.id },
    data: {
      state: "ready" satisfies OrderState,
      version: { increment: 1 },
      ...dueAt(now),
      retryCount: 0,
      reason: null,
      reasonParams: Prisma.DbNull,
      acknowledgedReason: null,
      requestedAt,
      acceptance: null,
      notShownSince: null,
      cancelRequestedAt: null,
      shopVersion: null,
      // A person approved the order that has ended. The new one needs its own approval.
      ...(isEnded(order.state) && { testApprovedAt: null, unpaidApproved: Prisma.DbNull }),
      traceparent: traceparentNow() ?? order.traceparent,
    },
  });
  await wakeOrder(tx, order);
}
