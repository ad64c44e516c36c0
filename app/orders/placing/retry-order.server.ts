import { Prisma } from "@prisma/client";

import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { traceparentNow } from "../../lib/telemetry/trace.server.ts";
import { dueAt, isLeased } from "../../queue/lease.server.ts";
import { hasArrived, isEnded, isUnsent, type OrderState } from "../states/order-state.ts";
import { releaseHolds } from "../holding/hold-order.server.ts";
import { appendCancellation, appendToHistory } from "../store/attempt-store.server.ts";
import { changeLocked, lockOrder, type OrderRow, wakeOrder } from "../store/order-store.server.ts";

/**
 * Tries an order again (a person's "Try again"). Restarts an unsent order. If a workflow holds it, releases the hold.
 * Makes the failing step of any other order due now, if it has one. A second click does nothing, because it names the
 * version from before the restart. An ended order starts over only with a new request in the shop (`openOrder`),
 * because its own request has been declined.
 *
 * @param version version of the order on the person's page.
 * @returns true if there was something to retry.
 */
export async function retryOrder(
  shop: ShopDomain,
  { orderId, version }: { orderId: string; version: number },
): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    // A worker may still be reading for this order. Ending its claim keeps it from beginning an attempt. If an attempt
    // has begun, the order is in another state, and this update finds no row.
    const order = await lockOrder(tx, { shop, id: orderId });
    if (order?.version !== version) return false;
    if (isUnsent(order.state)) {
      // Without our fulfillment service, the order waits for the service, and keeps the hold.
      const isHeld = order.reason === "held-on-request" && !(await isServiceGone(tx, shop));
      if (isHeld) await releaseHolds(tx, shop, [order.shopOrderId]);
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

async function isServiceGone(tx: Tx, shop: ShopDomain): Promise<boolean> {
  return (await tx.fulfillmentService.count({ where: { shop, state: "gone" } })) > 0;
}

/**
 * Restarts an order whose row `tx` has locked. `requestedAt`: time of a new request; without it, the order restarts for
 * its own request. The row keeps the supplier's number of an ended order until the supplier returns another number. The
 * history always keeps the old number.
 */
export async function restartOrder(
  tx: Tx,
  order: OrderRow,
  {
    now,
    requestedAt = order.requestedAt,
    requestSentAt = order.requestSentAt,
    lossAccepted = null,
  }: {
    now: Date;
    requestedAt?: Date;
    requestSentAt?: Date | null;
    /** The loss that the merchant accepted when they made the new request; null if they accepted none. */
    lossAccepted?: Prisma.InputJsonObject | null;
  },
): Promise<void> {
  const isNewRequest = requestedAt !== order.requestedAt;
  if (isNewRequest) await appendToHistory(tx, order, { what: { code: "requested" }, at: order.requestedAt });
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
      requestSentAt,
      acceptance: null,
      notShownSince: null,
      cancelRequestedAt: null,
      shopVersion: null,
      // A person approved the former request. A new request needs its own approval.
      ...(isNewRequest && {
        approvedCosts: {},
        testApprovedAt: null,
        unpaidApproved: Prisma.DbNull,
        noteOmittedAt: null,
      }),
      ...((isNewRequest || lossAccepted) && { lossAccepted: lossAccepted ?? Prisma.DbNull }),
      ...((isNewRequest || isEnded(order.state)) && {
        partWantedAt: null,
        partOf: null,
        partLeftOut: [],
        partTriedAt: null,
      }),
      traceparent: traceparentNow() ?? order.traceparent,
    },
  });
  await wakeOrder(tx, order);
}
