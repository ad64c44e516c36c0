import { Prisma } from "@prisma/client";

import { batchCalls } from "../../lib/database/batch-calls.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop, inShops, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { traceparentNow } from "../../lib/telemetry/trace.server.ts";
import { after } from "../../queue/back-off.ts";
import type { ReadFulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import { acceptedLossOf } from "../placing/approvals.ts";
import { type Facts, readFactsIn } from "../placing/evaluate-order.server.ts";
import { restartOrder } from "../placing/retry-order.server.ts";
import { isEnded } from "../states/order-state.ts";
import { linesIn } from "../states/order-to-send.ts";
import {
  type ClaimedOrder,
  insertClaimed,
  lockOrder,
  type OrderRow,
  type Requested,
  wakeOrder,
} from "../store/order-store.server.ts";

/**
 * Opens a supplier order for a requested fulfillment order, due at once, and wakes a worker. One row per fulfillment order;
 * duplicates are ignored. An ended order starts over: we rejected its request, so the merchant has made another one. While the
 * rejection is still due, the request is the old one. So is one from a lagging replica.
 *
 * @param sentAt time of the request by the shop's clock, if it is known.
 * @returns true if there is new work.
 */
export async function openOrder(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId, orderName, sentAt = null }: Requested & { sentAt?: Date | null },
): Promise<boolean> {
  const requested = { fulfillmentOrderId, shopOrderId, orderName };
  return inShop(shop, async (tx, now) => {
    const of = [{ shop, fulfillmentOrderId }];
    const lossAccepted = (await findAcceptedLosses(tx, of, now)).get(fulfillmentOrderId);
    const clear = () => (lossAccepted ? clearAcceptedLosses(tx, of) : undefined);
    const [opened] = await tx.supplierOrder.createManyAndReturn({
      data: [
        {
          ...requested,
          shop,
          state: "ready",
          requestedAt: now,
          requestSentAt: sentAt,
          dueAt: now,
          traceparent: traceparentNow(),
          ...(lossAccepted && { lossAccepted }),
        },
      ],
      skipDuplicates: true,
    });
    if (opened) {
      await clear();
      await wakeOrder(tx, { shop, id: opened.id });
      return true;
    }
    const known = await tx.supplierOrder.findUnique({
      where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } },
      select: { id: true },
    });
    const order = known && (await lockOrder(tx, { shop, id: known.id }));
    if (!order || order.acceptance === "closing") return false;
    if (!isEnded(order.state)) {
      // This request has its order already. A loss that the merchant accepted on an older page must not count for a later request.
      await clear();
      return false;
    }
    // If we found no request, a replica may have lagged then, and this is the same request.
    const mayBeAnswered = order.reason !== "gone" && !isNewer(sentAt, order);
    if (mayBeAnswered && (hasClockJumped() || (await hasJustEnded(tx, order, now)))) return false;
    await clear();
    await restartOrder(tx, order, {
      now,
      requestedAt: now,
      requestSentAt: sentAt,
      ...(lossAccepted && { lossAccepted }),
    });
    return true;
  });
}

/** Maximum difference between the shop's clock and the database's. */
const SKEW_SECONDS = 60;

/** Returns true if a request is newer than the one that the order was opened for, by the shop's own times if both are known. */
function isNewer(sentAt: Date | null, { requestSentAt, requestedAt }: OrderRow): boolean {
  return sentAt !== null && sentAt > (requestSentAt ?? after(requestedAt, SKEW_SECONDS));
}

/** Longer than a replica lags. A request that stands for longer is a new one, whatever the clocks say. */
const REPLICA_LAGS_SECONDS = 600;

/** Events that may follow long after an order has ended. */
const LATER_THAN_THE_END = ["acknowledged", "still-open-at-supplier"];

/** Returns true if the latest event of an ended order is so recent that a replica may still show its request. */
async function hasJustEnded(tx: Tx, { shop, id: orderId }: OrderRow, now: Date): Promise<boolean> {
  const last = await tx.orderAttemptOutcome.findFirst({
    where: { shop, attempt: { orderId }, kind: { notIn: LATER_THAN_THE_END } },
    orderBy: { id: "desc" },
  });
  const { history } = await tx.supplierOrder.findUniqueOrThrow({ where: { shop_id: { shop, id: orderId } } });
  const events = [...(history as { at: string }[]), ...(last ? [last] : [])];
  return events.some(({ at }) => new Date(at) > after(now, -REPLICA_LAGS_SECONDS));
}

/** An order that this worker has claimed, with our records as of its opening. */
type Opened = { order: ClaimedOrder; facts: Facts };

/**
 * Opens a supplier order for a request of ours that has none yet, and claims it for this worker, which processes it. If the
 * worker crashes first, the row is due once the lease expires.
 *
 * @returns `known` if the fulfillment order has a row, `not-ours` if it is not assigned to our location.
 */
export function openClaimed(
  shop: ShopDomain,
  request: ReadFulfillmentOrder,
): Promise<Opened | "known" | "not-ours"> {
  const { id: fulfillmentOrderId, shopOrderId, orderName, requestedAt: requestSentAt } = request;
  const requested = { fulfillmentOrderId, shopOrderId, orderName, requestSentAt };
  const order = { ...requested, shop, traceparent: traceparentNow() };
  return openTogether({ ...order, request });
}

type Item = Parameters<typeof insertClaimed>[1][number] & { request: ReadFulfillmentOrder };

const openTogether = batchCalls((items: Item[]) =>
  inShops([...new Set(items.map(({ shop }) => shop))], async (tx, now) => {
    const facts = await readFactsIn(tx, items, now);
    const isOurs = (at: number) =>
      facts[at]?.ourLocationId != null && facts[at].ourLocationId === items[at]?.request.locationId;
    const losses = await findAcceptedLosses(tx, items, now);
    const ours = items
      .filter((_, at) => isOurs(at))
      .map(({ request: _, ...order }) => {
        const lossAccepted = losses.get(order.fulfillmentOrderId);
        return { ...order, ...(lossAccepted && { lossAccepted }) };
      });
    const opened = await insertClaimed(tx, ours, now);
    const accepted = opened.filter(({ fulfillmentOrderId }) => losses.has(fulfillmentOrderId));
    if (accepted.length > 0) await clearAcceptedLosses(tx, accepted);
    return items.map((item, at): Opened | "known" | "not-ours" => {
      if (!isOurs(at)) return "not-ours";
      const own = opened.findIndex((each) => isSame(each, item));
      const [order] = own < 0 ? [] : opened.splice(own, 1);
      return order && facts[at] ? { order, facts: facts[at] } : "known";
    });
  }),
);

/** Finds the losses that the merchant accepted when they sent these orders, as their rows keep them, by fulfillment order. */
async function findAcceptedLosses(
  tx: Tx,
  orders: Pick<Item, "shop" | "fulfillmentOrderId">[],
  now: Date,
): Promise<Map<string, Prisma.InputJsonObject>> {
  const rows = await queryRows<{ id: string; loss: unknown; lines: unknown }>(tx)`
    select fulfillment_order_id as id, accepted_loss as loss, lines from unrequested_order
    where accepted_loss is not null and ${isRowOf(orders)}`;
  return new Map(
    rows.flatMap(({ id, loss, lines }) => {
      const accepted = acceptedLossOf(loss, linesIn(lines));
      return accepted ? [[id, { ...accepted, at: now.toISOString() }]] : [];
    }),
  );
}

/** Clears accepted losses. Each holds for one request: once that has its order, no later request finds it. */
async function clearAcceptedLosses(
  tx: Tx,
  orders: Pick<Item, "shop" | "fulfillmentOrderId">[],
): Promise<void> {
  await execute(tx)`update unrequested_order set accepted_loss = null where ${isRowOf(orders)}`;
}

function isRowOf(orders: Pick<Item, "shop" | "fulfillmentOrderId">[]): Prisma.Sql {
  return Prisma.sql`(shop, fulfillment_order_id) in (
    select * from unnest(${orders.map(({ shop }) => shop)}::text[],
      ${orders.map(({ fulfillmentOrderId }) => fulfillmentOrderId)}::text[]))`;
}

function isSame(one: Pick<Item, "shop" | "fulfillmentOrderId">, other: typeof one): boolean {
  return one.shop === other.shop && one.fulfillmentOrderId === other.fulfillmentOrderId;
}
