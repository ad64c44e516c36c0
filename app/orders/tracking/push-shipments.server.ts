import { Prisma } from "@prisma/client";

import { inShop } from "../../lib/database/db.server.ts";
import { asError, Failure } from "../../lib/failure.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { log } from "../../lib/telemetry/log.server.ts";
import { errorType, failCurrentSpan, inSpan } from "../../lib/telemetry/trace.server.ts";
import type { Message } from "../../messages/message.ts";
import { reopenAcceptance } from "../placing/accept-request.server.ts";
import { isGone } from "../states/acceptance.ts";
import { endedStates } from "../states/order-state.ts";
import { backOffSeconds } from "../../queue/back-off.ts";
import { claimable } from "../../queue/lease.server.ts";
import { sweepShops } from "../../queue/sweep.server.ts";
import {
  type Fulfillment,
  isOver,
  LINES_AT_MOST,
  type Shippable,
  type Tracking,
} from "../../shop/orders/fulfillment-order.ts";
import {
  createFulfillment,
  findReplacements,
  readFulfilledLines,
  readShippable,
  updateTracking,
} from "../../shop/orders/fulfillments.server.ts";
import type { OrderLine } from "../../wholesale/resources.ts";
import {
  findFulfillment,
  hasNumber,
  type Piece,
  planFulfillment,
  restOfShipment,
} from "./plan-fulfillment.ts";
import {
  type ClaimedShipment,
  claimShipment,
  failShipment,
  markPart,
  markShown,
  nameOfShipment,
  postponeShipment,
  recordRequested,
} from "./shipment-store.server.ts";
import { showEvents } from "./show-events.server.ts";
import { trackingsOf } from "./tracking-fields.ts";

/**
 * Shows an order's due shipments and their events in the shop, one after the other. Stops if another worker has claimed
 * one of them.
 */
export async function pushShipments({ shop, orderId }: { shop: ShopDomain; orderId: string }): Promise<void> {
  for (;;) {
    const claimed = await claimShipment(shop, orderId);
    if (claimed === null) return;
    await pushClaimed(claimed);
  }
}

/** Shows every due shipment: those whose job was lost, and those that waited for their time. */
export async function sweepShipments(): Promise<void> {
  await sweepShops({
    purpose: "orders",
    name: "shipments",
    // Each package has its own due time, but workers claim packages order by order.
    query: Prisma.sql`
      select shop, order_id::text as id from shipment where ${claimable("Shipment")}
      group by shop, order_id order by min(due_at)`,
    process: async ({ shop, id }) => {
      if (id !== undefined) await pushShipments({ shop, orderId: id });
    },
  });
}

/**
 * Shows a shipment in the shop as a fulfillment, or corrects the fulfillment that shows it. Reads the shop first,
 * because the reply to an earlier request may be lost, and no fulfillment may be created twice.
 */
export async function fulfillShipment(claimed: ClaimedShipment): Promise<void> {
  const { shop, order, tracking } = claimed;
  const read = await readShippable(shop, order.fulfillmentOrderId);
  if (read === null) return isGone(claimed) ? fail(claimed, "shipments.elsewhere") : waitUntilShown(claimed);
  const others = [
    ...claimed.others.flatMap(({ fulfillmentId, earlierIds }) => [fulfillmentId, ...earlierIds]),
    ...claimed.earlierIds,
  ];
  const shipment = { ...claimed, trackingNumber: tracking.number };
  const replacements = await readReplacements(claimed, read);
  const fulfillments = [read, ...replacements].flatMap((each) => each.fulfillments);
  const found = findFulfillment(shipment, { fulfillments, others });
  if (found !== null && claimed.requested?.isPart === true)
    return markPart(claimed, { fulfillmentId: found.id });
  if (found !== null) return correct(claimed, found, read);
  if (claimed.fulfillmentId !== null) return fail(claimed, "shipments.canceled-in-shop");

  // At another location, Shopify does not let us fulfill pieces or accept a request.
  const isElsewhere = read.locationId !== null && read.locationId !== claimed.ourLocationId;
  if (isElsewhere && !isOver(read.status)) return fail(claimed, "shipments.elsewhere");
  if (read.status === "on_hold" || read.status === "scheduled") return waitForHold(claimed);
  // Shopify creates no fulfillment before the request is accepted. `waitForAcceptance` makes the acceptance due, if it
  // is not due yet.
  if (read.request === "submitted") return waitForAcceptance(claimed);
  const rest = await withoutParts(claimed);
  // Fulfills a replacement that the merchant has not requested, without requesting it: a request would order its pieces
  // again.
  const reopened = replacements.find(
    ({ status, request, isOrder }) =>
      status === "open" && (request === "unsubmitted" || request === "rejected") && !isOrder,
  );
  const into = reopened ?? { ...read, id: order.fulfillmentOrderId };
  // Every replacement is closed, requested, or has a supplier order, so none is left for this package.
  const isTaken = replacements.length > 0 && reopened === undefined;
  const lines =
    rest === null || isTaken ? [] : planFulfillment(rest, { ordered: order.lines, lines: into.lines });
  if (lines.length > 0) return create(claimed, lines, { id: into.id, fulfillments });
  if (holdsOthersOnly(claimed)) return fail(claimed, "shipments.not-ordered");
  const lastPart = claimed.earlierIds.at(-1);
  if (lastPart !== undefined) return markShown(claimed, { fulfillmentId: lastPart });
  const shared = findShared(claimed, read);
  return shared === null ? fail(claimed, "shipments.nothing-left") : correct(claimed, shared, read);
}

/** `isOrder`: true if we have a supplier order for this replacement that has not ended. */
type Replacement = Shippable & { id: string; isOrder: boolean };

/**
 * Reads the fulfillment orders that Shopify has opened in place of a fulfillment order whose fulfillment was canceled.
 * We fulfill the package in one of them. Leaves out the fulfillments of a replacement that has a supplier order of its
 * own, because they show other packages.
 */
async function readReplacements(
  { shop, order, ourLocationId }: ClaimedShipment,
  { status, fulfillments }: Shippable,
): Promise<Replacement[]> {
  if (ourLocationId === null || !isOver(status) || fulfillments.every(({ stands }) => stands)) return [];
  const ids = await findReplacements(shop, {
    ...order,
    locationId: ourLocationId,
    lineItemIds: order.lines.map(({ lineItemId }) => lineItemId),
  });
  const ours = await inShop(shop, (tx) =>
    tx.supplierOrder.findMany({
      where: { shop, fulfillmentOrderId: { in: ids }, state: { notIn: endedStates } },
      select: { fulfillmentOrderId: true },
    }),
  );
  const read: Replacement[] = [];
  for (const id of ids) {
    const each = await readShippable(shop, id);
    if (each === null) continue;
    const isOrder = ours.some(({ fulfillmentOrderId }) => fulfillmentOrderId === id);
    read.push({ ...each, id, isOrder, ...(isOrder && { fulfillments: [] }) });
  }
  return read;
}

/** Returns true if a package holds none of the ordered pieces, but for example a gift. */
function holdsOthersOnly({ lines, order }: ClaimedShipment): boolean {
  const ordered = new Set(order.lines.map(({ supplierVariantId }) => supplierVariantId));
  return lines.length > 0 && lines.every(({ supplierVariantId }) => !ordered.has(supplierVariantId));
}

async function pushClaimed(claimed: ClaimedShipment): Promise<void> {
  const { order } = claimed;
  const attributes = { "stockbridge.order.id": order.id, "stockbridge.order.name": order.name };
  await inSpan("tracking.push", { parent: order.traceparent, attributes }, async () => {
    try {
      await (claimed.state === "due" ? fulfillShipment(claimed) : showEvents(claimed));
    } catch (error) {
      failCurrentSpan(errorType(error));
      await postponeAfter(claimed, error);
    }
  });
}

async function postponeAfter(claimed: ClaimedShipment, error: unknown): Promise<void> {
  const { shop, id: shipmentId, retryCount } = claimed;
  log.warn({ err: error, shop, shipmentId }, "tracking.push-failed");
  const failure = error instanceof Failure ? error : null;
  const least = failure?.code === "outcome-unknown" ? UNCLEAR_SECONDS : 0;
  const seconds = Math.max(least, backOffSeconds(retryCount, { failure }));
  await postponeShipment(claimed, {
    problem: failure?.explanation ?? { code: "failure.ours" },
    // After an uninstall, the shipment is not retried. It is woken once the app is installed again and the supplier is
    // connected.
    seconds: failure?.code === "shop-gone" ? null : seconds,
    shown: null,
    // Lost access is reported once per shop, so it is not reported here.
    failure: failure?.isAboutAccess ? null : asError(error),
  });
}

/** A request with an unknown outcome may still be under way, so we wait this long for the shop to finish it. */
const UNCLEAR_SECONDS = 30;

/**
 * We give up after this number of rejections. A change in the shop at the same moment explains one or two rejections,
 * not more.
 */
const REJECTED_AT_MOST = 3;

const HOLD_SECONDS = 900;

const LOOK_AFTER_SECONDS = 60;

/**
 * Returns the part of the shipment that no fulfillment shows yet; null if there is none. The part is empty if the
 * supplier does not say what the shipment contains.
 */
async function withoutParts({
  shop,
  order,
  lines,
  earlierIds,
}: ClaimedShipment): Promise<OrderLine[] | null> {
  if (lines.length === 0 || earlierIds.length === 0) return lines;
  const shown = [];
  for (const id of earlierIds) shown.push(...(await readFulfilledLines(shop, id)));
  const rest = restOfShipment(lines, { ordered: order.lines, shown });
  return rest.length === 0 ? null : rest;
}

/** Creates a fulfillment of as many lines as Shopify accepts at once. Another fulfillment shows the rest. */
async function create(
  claimed: ClaimedShipment,
  planned: Piece[],
  { id: fulfillmentOrderId, fulfillments }: { id: string; fulfillments: Fulfillment[] },
): Promise<void> {
  const lines = planned.slice(0, LINES_AT_MOST);
  const isPart = lines.length < planned.length;
  const { shop, tracking, retryCount } = claimed;
  const existing = fulfillments.map(({ id }) => id);
  if (!(await recordRequested(claimed, { number: tracking.number, lines, existing, isPart }))) return;
  // A process that was suspended must not create a fulfillment, because another process may be creating it.
  if (performance.now() >= claimed.changeUntil) return;
  const made = await createFulfillment(shop, {
    fulfillmentOrderId,
    lines: lines.map(({ id, quantity }) => ({ id, quantity })),
    tracking: trackingsOf(tracking),
  });
  if (made.kind === "created") {
    const shown = { fulfillmentId: made.id };
    return isPart ? markPart(claimed, shown) : markShown(claimed, shown);
  }
  await recordRequested(claimed, null);
  if (retryCount + 1 >= REJECTED_AT_MOST) return failShipment(claimed, rejected(claimed, made.problem));
  await postponeShipment(claimed, { problem: made.problem, seconds: backOffSeconds(retryCount) });
}

/** Updates a fulfillment with the tracking of the shipment, and of the other shipments that share the fulfillment. */
async function correct(
  claimed: ClaimedShipment,
  found: Fulfillment,
  { fulfillments }: Shippable,
): Promise<void> {
  const { shop, tracking, fulfillmentId } = claimed;
  const sharing = claimed.others.filter((each) => each.fulfillmentId === found.id);
  const wanted = [...sharing.map((each) => each.tracking), tracking].flatMap(trackingsOf);
  const isNew = wanted.some(({ number }) => !hasNumber(found, number));
  // A fulfillment that we found by its number may be the merchant's own. We leave its carrier and link as they are.
  const isShown = fulfillmentId === null ? !isNew : wanted.every((each) => shows(found, each));
  if (!isShown) {
    const updated = await updateTracking(shop, { id: found.id, tracking: wanted, notifyCustomer: isNew });
    if (updated.kind === "user-errors") return failShipment(claimed, rejected(claimed, updated.problem));
  }
  const parts = fulfillments.filter(({ id, stands }) => stands && claimed.earlierIds.includes(id));
  for (const part of parts.filter((each) => !wanted.every((one) => shows(each, one))))
    await updateTracking(shop, { id: part.id, tracking: wanted, notifyCustomer: false });
  await markShown(claimed, { fulfillmentId: found.id });
}

/**
 * Returns true if a fulfillment shows the number and the link. Ignores the company, because Shopify or the merchant may
 * spell it differently. If we have no link, Shopify makes one, so we ignore it.
 */
function shows({ tracking }: Fulfillment, { number, url }: Tracking): boolean {
  return tracking.some((each) => each.number === number && (url === null || each.url === url));
}

/**
 * Finds the fulfillment that must also show this shipment, if no pieces are left for a fulfillment of its own. Prefers
 * the fulfillment with the shipment's number. If the supplier does not say what the shipment contains, returns our last
 * fulfillment, because that one shows all remaining pieces.
 */
function findShared({ tracking, lines, others }: ClaimedShipment, read: Shippable): Fulfillment | null {
  const standing = read.fulfillments.filter(({ stands }) => stands);
  const numbered = standing.find((each) => hasNumber(each, tracking.number));
  if (numbered || lines.length > 0) return numbered ?? null;
  const ours = standing.filter(({ id }) => others.some(({ fulfillmentId }) => fulfillmentId === id));
  return ours.at(-1) ?? null;
}

function fail(
  claimed: ClaimedShipment,
  code: `shipments.${"nothing-left" | "elsewhere" | "not-ordered" | "canceled-in-shop"}`,
): Promise<void> {
  return failShipment(claimed, { code, shipment: nameOfShipment(claimed.tracking) });
}

function rejected({ tracking }: ClaimedShipment, problem: Message): Message {
  return { code: "shipments.rejected", shipment: nameOfShipment(tracking), problem };
}

function waitForHold(claimed: ClaimedShipment): Promise<void> {
  const problem = { code: "shipments.on-hold", shipment: nameOfShipment(claimed.tracking) } as const;
  return postponeShipment(claimed, { problem, seconds: HOLD_SECONDS, notify: true });
}

function waitUntilShown(claimed: ClaimedShipment): Promise<void> {
  const problem = { code: "shipments.not-found-yet", shipment: nameOfShipment(claimed.tracking) } as const;
  return postponeShipment(claimed, { problem, seconds: LOOK_AFTER_SECONDS, shown: false });
}

async function waitForAcceptance(claimed: ClaimedShipment): Promise<void> {
  await reopenAcceptance(claimed.shop, claimed.order.id);
  const problem = {
    code: "shipments.waits-for-acceptance",
    shipment: nameOfShipment(claimed.tracking),
  } as const;
  await postponeShipment(claimed, { problem, seconds: backOffSeconds(claimed.retryCount) });
}
