import type { SupplierOrder } from "@prisma/client";

import type { Tx } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Order, OrderLine } from "../../wholesale/resources.ts";
import { updateProblems, recordUpdateProblem } from "./update-problem.server.ts";
import { tell, wakeOrder } from "../order-store.server.ts";
import { advance, hasArrived, type OrderState } from "../order-state.ts";
import { isDead, isSameOrder } from "../outcome.ts";
import { sayEnding } from "../cancelling/say-ending.ts";

/** What became of the supplier's news. `changed`: whether it told of anything that was not known. */
export type Taken =
  | { kind: "taken"; state: OrderState; changed: boolean }
  /** We know later news already. */
  | { kind: "older" }
  /** It is about another order than the one we placed. */
  | { kind: "not-believed" }
  /** The supplier is not known to have the order: whether it does is settled by its reference, not by hearsay. */
  | { kind: "not-expected" };

/**
 * Applies the supplier's news to an order, under a lock on its row: where it is, what it costs, and what the merchant
 * should know of that. Of an order that the supplier will not send, what follows in the shop becomes due. What the news
 * tells of parcels is for the caller to keep, in the same transaction.
 */
export async function applyUpdate(
  tx: Tx,
  { shop, orderId, news, now }: { shop: ShopDomain; orderId: string; news: Order; now: Date },
): Promise<Taken> {
  await tx.$queryRaw`select from supplier_order where id = ${orderId}::uuid for update`;
  const order = await tx.supplierOrder.findUnique({ where: { id: orderId } });
  const before = order?.state as OrderState | undefined;
  if (!order || before === undefined || !hasArrived(before)) return { kind: "not-expected" };
  if (!(await isAboutOurs(tx, order, news))) {
    await recordUpdateProblem(tx, { shop, orderId, trouble: { reason: "update-differs" }, now });
    return { kind: "not-believed" };
  }
  if (
    news.updatedAt !== null &&
    order.supplierUpdatedAt !== null &&
    news.updatedAt < order.supplierUpdatedAt
  ) {
    return { kind: "older" };
  }
  const state = whereTo(before, news);
  const cost = costOf(order, news);
  const ends = isEnd(order, { state, news });
  await tx.supplierOrder.update({
    where: { id: orderId },
    data: {
      ...{ state, supplierUpdatedAt: news.updatedAt ?? order.supplierUpdatedAt },
      ...cost,
      ...(ends ? endingOf(order, { state, now }) : isStale(order, state) && { reason: null, said: null }),
    },
  });
  if (ends) {
    await wakeOrder(tx, { shop, id: orderId });
    await tellEnding(tx, { shop, order, state, now });
  } else if (state !== before) {
    await tellProgress(tx, { shop, order, state, now });
  }
  return { kind: "taken", state, changed: state !== before || cost !== null || ends };
}

async function isAboutOurs(tx: Tx, order: SupplierOrder, news: Order): Promise<boolean> {
  const attempt = await tx.orderAttempt.findFirst({
    where: { orderId: order.id },
    orderBy: [{ generation: "desc" }, { turn: "desc" }],
  });
  if (attempt === null || news.id !== order.supplierOrderId) return false;
  return isSameOrder(news, { reference: attempt.reference, lines: attempt.lines as OrderLine[] });
}

/** An order of which a parcel has left is not cancelled, or its pieces would count as free and be bought again. */
function whereTo(before: OrderState, news: Order): OrderState {
  return advance(before, isDead(news) && news.shipments.length > 0 ? "partially_shipped" : news.status);
}

function costOf(order: SupplierOrder, { cost }: Order) {
  const total = cost?.total;
  if (!total || (total.amount === order.costTotal && total.currency === order.costCurrency)) return null;
  return { costTotal: total.amount, costCurrency: total.currency };
}

/** Whether it is news that the supplier will not send the order, or the rest of it. */
function isEnd(order: SupplierOrder, { state, news }: { state: OrderState; news: Order }): boolean {
  if (state === "cancelled" || state === "rejected") return true;
  const told = order.acceptance === "closing" || order.acceptance === "closed";
  return state === "partially_shipped" && isDead(news) && !told;
}

/** Where the shop's request still stands, it is taken back; where it is gone, nobody there waits for anything. */
function endingOf(order: SupplierOrder, { state, now }: { state: OrderState; now: Date }) {
  const { reason, said } = sayEnding({ ...order, state, wished: order.cancelRequestedAt !== null });
  const stands = order.acceptance === "due" || order.acceptance === "accepted";
  return {
    ...{ reason, said, retryCount: 0 },
    acceptance: stands ? "closing" : "closed",
    nextAt: stands ? now : null,
  };
}

/** Whether what the row says has been overtaken. */
function isStale({ reason }: SupplierOrder, state: OrderState): boolean {
  return updateProblems.some((each) => each === reason) || state === "delivered";
}

type Telling = { shop: ShopDomain; order: SupplierOrder; state: OrderState; now: Date };

async function tellEnding(tx: Tx, { shop, order, state, now }: Telling): Promise<void> {
  const wished = order.cancelRequestedAt !== null;
  const { said } = sayEnding({ ...order, state, wished });
  await tell(
    tx,
    { ...order, shop },
    {
      kind: state === "rejected" ? "orders.rejected" : "orders.cancelled",
      tone: wished && state !== "partially_shipped" ? "info" : "critical",
      said: `Order ${order.orderName}: ${said}`,
      at: now,
    },
  );
}

async function tellProgress(tx: Tx, { shop, order, state, now }: Telling): Promise<void> {
  const happened = PROGRESS[state];
  if (!happened) return;
  const { kind, tone, what } = happened;
  await tell(tx, { ...order, shop }, { kind, tone, said: `Order ${order.orderName}: ${what}`, at: now });
}

const PROGRESS: {
  [State in OrderState]?: { kind: `orders.${string}`; tone: "info" | "success"; what: string };
} = {
  partially_shipped: { kind: "orders.partially-shipped", tone: "info", what: "a part of it has left." },
  shipped: { kind: "orders.shipped", tone: "success", what: "all of it has left." },
  delivered: { kind: "orders.delivered", tone: "info", what: "all of it has arrived." },
};
