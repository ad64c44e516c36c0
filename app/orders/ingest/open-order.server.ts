import { Prisma } from "@prisma/client";

import { batchCalls } from "../../lib/database/batch-calls.ts";
import { hasClockJumped } from "../../lib/database/clock-jump.ts";
import { inShop, inShops, type Tx } from "../../lib/database/db.server.ts";
import { execute, queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { traceparentNow } from "../../lib/telemetry/trace.server.ts";
import { after } from "../../queue/back-off.ts";
import { type ReadFulfillmentOrder, REPLICA_LAGS_SECONDS } from "../../shop/orders/fulfillment-order.ts";
import { acceptedLossOf, isNewer, isNewRequest } from "../placing/approvals.ts";
import { type Facts, readFactsIn } from "../placing/evaluate-order.server.ts";
import { restartOrder } from "../placing/retry-order.server.ts";
import { isEnded, isUnsent } from "../states/order-state.ts";
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
 * Opens a supplier order for a requested fulfillment order, due at once, and wakes a worker. One row per fulfillment
 * order; duplicates are ignored. An ended order starts over, because the merchant must have made another request. It
 * does not start over while our rejection is due, or while a lagging replica may show the old request. An unsent order
 * starts over if the request is newer, and loses the approvals of the former request.
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
    const of = [{ shop, fulfillmentOrderId, requestSentAt: sentAt }] as const;
    const lossAccepted = (await findAcceptedLosses(tx, of, now)).get(keyOf(of[0]));
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
    const newRequest = {
      now,
      requestedAt: now,
      requestSentAt: sentAt,
      ...(lossAccepted && { lossAccepted }),
    };
    if (!isEnded(order.state)) {
      if (!isUnsent(order.state) || order.cancelRequestedAt !== null) return false;
      const isNew = isNewRequest(sentAt, order);
      // A webhook may open the order before the press that made the request has stored the accepted loss.
      const isLossNew = lossAccepted !== undefined && order.lossAccepted === null && !isOlder(sentAt, order);
      if (!isNew && !isLossNew) return false;
      await clear();
      await restartOrder(tx, order, isNew ? newRequest : { now, requestSentAt: sentAt, lossAccepted });
      return true;
    }
    if (!(await startsOver(tx, { order, sentAt, now }))) return false;
    await clear();
    await restartOrder(tx, order, newRequest);
    return true;
  });
}

/** Returns true if an ended order starts over for a request that the shop shows now. */
export async function startsOver(
  tx: Tx,
  { order, sentAt, now }: { order: OrderRow; sentAt: Date | null; now: Date },
): Promise<boolean> {
  // An order ends as `gone` if the shop does not show its request. A lagging replica may have hidden the request that
  // the shop shows now.
  if (order.reason === "gone" || isNewer(sentAt, order)) return true;
  return !hasClockJumped() && !(await hasJustEnded(tx, order, now));
}

/**
 * Returns true if the shown request is older than the request that the order was opened for. A lagging replica may show
 * it.
 */
function isOlder(sentAt: Date | null, { requestSentAt }: OrderRow): boolean {
  return sentAt !== null && requestSentAt !== null && sentAt < requestSentAt;
}

/** Events that may follow long after an order has ended, so that their time says nothing about the end. */
const LATER_THAN_THE_END = ["acknowledged", "still-open-at-supplier"];

/**
 * Returns true if the latest event of an ended order is so recent that a replica may still show its request. A request
 * that the shop still shows after that is a new request, even if the clocks differ.
 */
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
 * Opens a supplier order for a request to our service, unless there is one, and claims the order for this worker to
 * process. If the worker crashes first, the row is due once the lease expires.
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
    const withLoss = items.filter((_, at) => facts[at]?.hasAcceptedLoss);
    const losses = await findAcceptedLosses(tx, withLoss, now);
    const ours = items
      .filter((_, at) => isOurs(at))
      .map(({ request: _, ...order }) => {
        const lossAccepted = losses.get(keyOf(order));
        return { ...order, ...(lossAccepted && { lossAccepted }) };
      });
    const opened = await insertClaimed(tx, ours, now);
    const accepted = opened.filter((order) => losses.has(keyOf(order)));
    if (accepted.length > 0) await clearAcceptedLosses(tx, accepted);
    return items.map((item, at): Opened | "known" | "not-ours" => {
      if (!isOurs(at)) return "not-ours";
      const own = opened.findIndex((each) => isSame(each, item));
      const [order] = own < 0 ? [] : opened.splice(own, 1);
      return order && facts[at] ? { order, facts: facts[at] } : "known";
    });
  }),
);

type RequestOf = Pick<Item, "shop" | "fulfillmentOrderId" | "requestSentAt">;

/**
 * Finds the losses that the merchant accepted with these requests. Returns them in the form of the column
 * `loss_accepted`, by `keyOf`.
 */
async function findAcceptedLosses(
  tx: Tx,
  requests: readonly RequestOf[],
  now: Date,
): Promise<Map<string, Prisma.InputJsonObject>> {
  if (requests.length === 0) return new Map();
  const rows = await queryRows<RequestOf & { loss: unknown; lines: unknown }>(tx)`
    select shop, fulfillment_order_id as "fulfillmentOrderId", request_sent_at as "requestSentAt", accepted_loss as loss, lines
    from unrequested_order
    where accepted_loss is not null and request_sent_at is not null and ${isRowOf(requests)}`;
  return new Map(
    rows.flatMap(({ loss, lines, ...request }) => {
      const accepted = acceptedLossOf(loss, linesIn(lines));
      return accepted ? [[keyOf(request), { ...accepted, at: now.toISOString() }]] : [];
    }),
  );
}

/**
 * Returns a key for a request. Includes the time, because the merchant may cancel a request and make another one for
 * the same fulfillment order.
 */
function keyOf({ shop, fulfillmentOrderId, requestSentAt }: RequestOf): string {
  return `${shop} ${fulfillmentOrderId} ${requestSentAt?.toISOString() ?? ""}`;
}

/**
 * Clears accepted losses. Each loss holds for one request. Once that request has its order, the loss must not be found
 * for a later request.
 */
async function clearAcceptedLosses(
  tx: Tx,
  orders: readonly Pick<Item, "shop" | "fulfillmentOrderId">[],
): Promise<void> {
  await execute(tx)`update unrequested_order set accepted_loss = null where ${isRowOf(orders)}`;
}

function isRowOf(orders: readonly Pick<Item, "shop" | "fulfillmentOrderId">[]): Prisma.Sql {
  return Prisma.sql`(shop, fulfillment_order_id) in (
    select * from unnest(${orders.map(({ shop }) => shop)}::text[],
      ${orders.map(({ fulfillmentOrderId }) => fulfillmentOrderId)}::text[]))`;
}

function isSame(one: Pick<Item, "shop" | "fulfillmentOrderId">, other: typeof one): boolean {
  return one.shop === other.shop && one.fulfillmentOrderId === other.fulfillmentOrderId;
}
