import { isDeepStrictEqual } from "node:util";

import { Prisma, type Shipment } from "@prisma/client";

import { recordActivity } from "../../lib/activity/record-activity.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { queryRows } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { type Message, storedMessage } from "../../messages/message.ts";
import { lockOrder } from "../store/order-store.server.ts";
import { reviewFindings } from "../updates/review-findings.server.ts";
import { after } from "../../queue/back-off.ts";
import { type Duty, endOrderDuty, withoutResult } from "../../queue/end-duty.server.ts";
import { claim, dueAt, isLeased } from "../../queue/lease.server.ts";
import { SHOP_CALL_SECONDS } from "../../shop/call.server.ts";
import type { Tracking } from "../../shop/orders/fulfillment-order.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import { labelOf } from "../reasons/reason-words.ts";
import type { OrderedLine, RequestedFulfillment } from "./plan-fulfillment.ts";
import type { StoredEvent } from "./shipment-events.ts";

/**
 * A shipment that this worker has leased until `leasedUntil`. No other worker shows another shipment of the
 * same order.
 */
export type ClaimedShipment = {
  shop: ShopDomain;
  id: string;
  /** "shown": only its events are due. */
  state: "due" | "shown";
  order: {
    id: string;
    name: string;
    shopOrderId: string;
    fulfillmentOrderId: string;
    lines: OrderedLine[];
    traceparent: string | null;
  };
  /** `number` may be a list of numbers. */
  tracking: Tracking;
  lines: OrderLine[];
  /** The states through which the package has gone, in order. */
  events: StoredEvent[];
  fulfillmentId: string | null;
  /** Location of our fulfillment service; null once it is deleted. */
  ourLocationId: string | null;
  /** Ids of the fulfillments that already show parts of the shipment, if it has too many lines for one fulfillment. */
  earlierIds: string[];
  requested: RequestedFulfillment | null;
  /** The order's other shipments that the shop shows, the oldest first. */
  others: { fulfillmentId: string; earlierIds: string[]; tracking: Tracking; events: StoredEvent[] }[];
  problem: Message | null;
  retryCount: number;
  /** Time of Shopify's first reply that it has no such fulfillment order; null if its last reply showed one. */
  notShownSince: Date | null;
  /** The record of the first failure to show the shipment, and of the report about it to the merchant. */
  duty: Duty;
  claimedAt: Date;
  leasedUntil: Date;
  /**
   * Deadline for calls that change the shop, by `performance.now()`. No such call begins later, so none is in transit
   * when the lease ends.
   */
  changeUntil: number;
};

/** Time for the reads before the change, because the remaining lines are read page by page. */
const READ_SECONDS = 120;
/** The lease covers the reads, one call that changes the shop, and half a minute for the transactions around them. */
const LEASE_SECONDS = READ_SECONDS + SHOP_CALL_SECONDS + 30;

/**
 * Claims the oldest due shipment of an order. Shows shipments one after the other, because each takes pieces that the
 * next one can no longer take. Returns null if none is due, or if a worker has claimed another shipment of the order.
 */
export async function claimShipment(shop: ShopDomain, orderId: string): Promise<ClaimedShipment | null> {
  const changeUntil = performance.now() + READ_SECONDS * 1000;
  return inShop(shop, async (tx, now) => {
    const [locked] = await queryRows<{ ourLocationId: string | null }>(tx)`
      select case when service.state <> 'gone' then service.location_id end as "ourLocationId"
      from supplier_order left join fulfillment_service service on service.shop = supplier_order.shop
      where supplier_order.shop = ${shop} and id = ${orderId}::uuid for update of supplier_order`;
    const order = await tx.supplierOrder.findUnique({
      where: { shop_id: { shop, id: orderId } },
      include: {
        lines: { orderBy: { id: "asc" } },
        shipments: { orderBy: [{ shippedAt: { sort: "asc", nulls: "last" } }, { id: "asc" }] },
      },
    });
    const waiting = order?.shipments.filter(({ dueAt: due }) => due !== null) ?? [];
    if (!order || waiting.some((each) => isLeased(each, now))) return null;
    const unshown = waiting.find(({ state }) => state === "due");
    if (unshown?.dueAt && unshown.dueAt > now)
      await waitForFirst(tx, { shop, orderId, until: unshown.dueAt });
    // A shown package that waits for its next event does not block the other packages.
    const isDue = ({ dueAt: due }: Shipment) => due !== null && due <= now;
    const first =
      unshown && isDue(unshown) ? unshown : waiting.find((each) => each.state === "shown" && isDue(each));
    if (first === undefined) return null;
    const [claimed] = await claim(tx, "Shipment", { key: { shop, id: first.id }, seconds: LEASE_SECONDS });
    if (!claimed) return null;
    const { leasedUntil } = claimed;
    const { shopOrderId, fulfillmentOrderId, orderName: name, lines, traceparent } = order;
    return {
      shop,
      id: first.id,
      state: first.state as ClaimedShipment["state"],
      order: { id: orderId, name, shopOrderId, fulfillmentOrderId, lines, traceparent },
      ...packageOf(first),
      lines: first.lines as OrderLine[],
      fulfillmentId: first.fulfillmentId,
      ourLocationId: locked?.ourLocationId ?? null,
      requested: first.requested as RequestedFulfillment | null,
      others: order.shipments.flatMap(({ fulfillmentId, ...each }) =>
        each.id === first.id || fulfillmentId === null ? [] : [{ fulfillmentId, ...packageOf(each) }],
      ),
      problem: storedMessage(first.problem),
      retryCount: first.retryCount,
      notShownSince: first.notShownSince,
      duty: { failingSince: first.failingSince, reportedAt: first.reportedAt },
      claimedAt: now,
      leasedUntil,
      changeUntil,
    };
  });
}

/**
 * Postpones the shipments that come after a waiting one. Otherwise each sweep would select them, and could do nothing.
 */
async function waitForFirst(
  tx: Tx,
  { shop, orderId, until }: { shop: ShopDomain; orderId: string; until: Date },
): Promise<void> {
  await tx.shipment.updateMany({
    where: { shop, orderId, state: "due", dueAt: { lt: until } },
    data: dueAt(until),
  });
}

/**
 * Records the fulfillment that we are about to request; null: the shop has certainly created none.
 *
 * @returns false if another worker has the lease.
 */
export async function recordRequested(
  claimed: ClaimedShipment,
  requested: RequestedFulfillment | null,
): Promise<boolean> {
  const { count } = await inShop(claimed.shop, (tx) =>
    tx.shipment.updateMany({ where: stillClaimed(claimed), data: { requested: requested ?? Prisma.DbNull } }),
  );
  return count === 1;
}

/**
 * Marks a shipment as shown, and makes it due for its events if it has any. If its tracking has changed since the claim,
 * the shipment stays due to be shown again. If the merchant got a report about its failure, records that it is shown now.
 */
export async function markShown(
  claimed: ClaimedShipment,
  { fulfillmentId }: { fulfillmentId: string },
): Promise<void> {
  await inShop(claimed.shop, async (tx, now) => {
    // Stores the fulfillment's id even if another worker has the lease, because the fulfillment exists in the shop.
    const [row] = await tx.shipment.updateManyAndReturn({
      where: { shop: claimed.shop, id: claimed.id },
      data: { fulfillmentId, requested: Prisma.DbNull },
      select: { events: true },
    });
    const hasEvents = ((row?.events ?? []) as StoredEvent[]).length > 0;
    const { company: carrier, number: trackingNumber, url: trackingUrl } = claimed.tracking;
    const release = async (columns: Duty) => {
      const done = { problem: Prisma.DbNull, retryCount: 0, notShownSince: null, ...columns };
      const { count } = await tx.shipment.updateMany({
        where: { ...stillClaimed(claimed), carrier, trackingNumber, trackingUrl },
        data: { ...done, state: "shown", ...dueAt(hasEvents ? now : null) },
      });
      if (count === 1) return true;
      const where = stillClaimed(claimed);
      const still = await tx.shipment.updateMany({ where, data: { ...done, ...dueAt(now) } });
      return still.count === 1;
    };
    await endOrderDuty(tx, { ...dutyOf(claimed, null), now, failure: null }, release);
  });
  log.info({ shop: claimed.shop, orderId: claimed.order.id, shipmentId: claimed.id }, "tracking.shown");
}

/**
 * Marks the events of a claimed shipment as shown. Makes the shipment due again if new events have come since the
 * claim.
 */
export async function markEventsShown(claimed: ClaimedShipment): Promise<void> {
  const { shop, id, events } = claimed;
  await inShop(shop, async (tx, now) => {
    const done = { retryCount: 0, ...dueAt(null) };
    const where = stillClaimed(claimed);
    const { count } = await tx.shipment.updateMany({
      where: { ...where, events: { equals: events } },
      data: done,
    });
    if (count === 0) await tx.shipment.updateMany({ where, data: { ...done, ...dueAt(now) } });
  });
  log.info({ shop, orderId: claimed.order.id, shipmentId: id }, "tracking.events-shown");
}

/** Records a fulfillment that shows a part of the shipment, and makes the rest due at once. */
export async function markPart(
  claimed: ClaimedShipment,
  { fulfillmentId }: { fulfillmentId: string },
): Promise<void> {
  await inShop(claimed.shop, async (tx, now) => {
    const done = { requested: Prisma.DbNull, problem: Prisma.DbNull, retryCount: 0 };
    await tx.shipment.updateMany({
      where: stillClaimed(claimed),
      data: { ...done, earlierIds: { push: fulfillmentId }, ...dueAt(now) },
    });
  });
}

/**
 * Postpones a shipment and stores the problem. Without `seconds`, the shipment waits for a wake-up. `notify`: reports
 * the problem at once, because the merchant has to act. Reports other failures once they last for an hour.
 *
 * @param failure null if Shopify replied, or if the failure is reported elsewhere.
 * @param shown `false`: Shopify replied that it has no such fulfillment order; null: it did not reply.
 */
export async function postponeShipment(
  claimed: ClaimedShipment,
  {
    problem,
    seconds,
    notify = false,
    shown = true,
    failure = null,
  }: {
    problem: Message;
    seconds: number | null;
    notify?: boolean;
    shown?: boolean | null;
    failure?: Error | null;
  },
): Promise<void> {
  await inShop(claimed.shop, async (tx, now) => {
    const due = seconds === null ? null : after(now, seconds);
    // If the shop already shows the package, only its events are missing, and the merchant has no problem to see.
    const isMissing = claimed.state === "due";
    const release = async (columns: Duty) => {
      const { count } = await tx.shipment.updateMany({
        where: stillClaimed(claimed),
        data: {
          ...(isMissing && { problem }),
          ...columns,
          ...dueAt(due),
          retryCount: claimed.retryCount + 1,
          ...(shown !== null && { notShownSince: shown ? null : (claimed.notShownSince ?? now) }),
        },
      });
      return count === 1;
    };
    const isReleased = await (isMissing && failure !== null
      ? endOrderDuty(tx, { ...dutyOf(claimed, problem), now, failure }, release)
      : release(withoutResult(claimed.duty)));
    // The merchant knows the problem already if the row has it.
    if (!isReleased || !notify || isDeepStrictEqual(problem, claimed.problem)) return;
    await record(tx, claimed, { kind: "tracking.waits", problem, at: now });
  });
}

/** Gives up showing the shipment, because a retry would not help, and notifies the merchant. */
export async function failShipment(claimed: ClaimedShipment, problem: Message): Promise<void> {
  await inShop(claimed.shop, async (tx, now) => {
    // All transactions lock the order before its shipments, so that they cannot deadlock.
    await lockOrder(tx, { shop: claimed.shop, id: claimed.order.id });
    const { count } = await tx.shipment.updateMany({
      where: stillClaimed(claimed),
      data: {
        state: "failed",
        problem,
        ...dueAt(null),
        retryCount: 0,
        notShownSince: null,
        failingSince: null,
        reportedAt: null,
      },
    });
    if (count === 0) return;
    await reviewFindings(tx, { shop: claimed.shop, id: claimed.order.id }, { now });
    await record(tx, claimed, { kind: "tracking.failed", problem, at: now });
  });
}

/**
 * Returns the report about a shipment that cannot be shown: the record of its first failure, and the messages for the
 * failure and for its end.
 *
 * @param problem why the shop does not show the shipment.
 */
function dutyOf({ shop, order, tracking, fulfillmentId, duty }: ClaimedShipment, problem: Message | null) {
  const shipment = nameOfShipment(tracking);
  const code = fulfillmentId === null ? "shipments.still-not-shown" : "shipments.still-outdated";
  const toActivity = (about: Message) =>
    ({ code: "shipments.activity", order: order.name, problem: about }) as const;
  return {
    shop,
    order,
    duty,
    failing: toActivity({ code, shipment, problem }),
    over: toActivity({ code: "shipments.shown-now", shipment }),
  };
}

/** Returns a package's name for messages: its carrier and number, if known. */
export function nameOfShipment({ company, number }: Tracking): Message {
  if (number === null) return { code: "shipments.unnumbered" };
  return { code: "shipments.numbered", number: [company, number].filter(Boolean).join(" ") };
}

async function record(
  tx: Tx,
  { shop, order, fulfillmentId }: ClaimedShipment,
  { kind, problem, at }: { kind: "tracking.waits" | "tracking.failed"; problem: Message; at: Date },
): Promise<void> {
  const what = fulfillmentId === null ? labelOf("shipment-not-shown") : null;
  await recordActivity(tx, {
    shop,
    kind,
    tone: "warning",
    at,
    subject: { label: order.name, url: `/app/orders/${order.id}`, what },
    message: { code: "shipments.activity", order: order.name, problem },
  });
}

function stillClaimed({
  shop,
  id,
  state,
  leasedUntil,
}: Pick<ClaimedShipment, "shop" | "id" | "state" | "leasedUntil">) {
  return { shop, id, state, leasedUntil };
}

type Package = Pick<ClaimedShipment, "tracking" | "events" | "earlierIds">;

function packageOf(row: Omit<Shipment, "fulfillmentId">): Package {
  const { carrier: company, trackingNumber: number, trackingUrl: url, events, earlierIds } = row;
  return { tracking: { company, number, url }, events: events as StoredEvent[], earlierIds };
}
