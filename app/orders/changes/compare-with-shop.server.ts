import { findService, isServiceMissing } from "../../catalog/location/our-location.server.ts";
import { inShop, type Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readCurrentQuantities, readPlacedOrder } from "../../shop/orders/orders.server.ts";
import { requestCancellation } from "../canceling/request-cancellation.server.ts";
import { groupOf } from "../states/order-group.ts";
import { countedStates, type OrderState } from "../states/order-state.ts";
import type { ShopChange } from "../reasons/reason-params.ts";
import { countRefundedAfterShipping } from "../states/refunded-pieces.ts";
import { inWords } from "../reasons/reason-words.ts";
import type { Reason } from "../reasons/reason.ts";
import { appendToHistory } from "../store/attempt-store.server.ts";
import { changeLocked, lockOrder, type OrderRow, recordOrderActivity } from "../store/order-store.server.ts";
import { hashDestination, isAnotherDestination } from "./hash-destination.server.ts";
import type { RequestStatus } from "../../shop/orders/fulfillment-order.ts";
import { isWithdrawn } from "../states/acceptance.ts";

/**
 * Compares an order that the supplier has not shipped in full with the customer's order in the shop. Finds pieces that
 * a refund or an edit removed, a changed address, and a fulfillment order that was closed, moved or is gone. Reports
 * these differences to the merchant. Changes nothing at the supplier, with one exception: if the merchant canceled the
 * request, requests the order's cancellation.
 */
export async function compareWithShop(shop: ShopDomain, order: OrderRow): Promise<void> {
  const { id: orderId, state } = order;
  const service = await findService(shop);
  // Until our location is known, nothing can be compared, because every order would seem to be at another location.
  // Once our location is deleted, every order really is.
  if (service === null && !(await isServiceMissing(shop))) return;
  const found = await readPlacedOrder(shop, { ...order, ourLocationId: service?.locationId ?? null });
  // `ingestCanceledOrder` handles orders that are canceled in the shop. An order that the shop does not show cannot be
  // compared.
  if (found.order === null || found.order.canceled) return;
  const bought = await findBought(shop, orderId);
  const quantities = await readCurrentQuantities(
    shop,
    bought.map(({ lineItemId }) => lineItemId),
  );
  const { past } = found.order;
  // Prefers the quantities of the reply that also contains the refunds, because quantities and refunds must be of the
  // same moment.
  for (const [lineItemId, { ordered }] of past.lines)
    if (quantities.has(lineItemId)) quantities.set(lineItemId, ordered);
  const lines = bought.map(({ fulfillmentIds, ...line }) => {
    const refunded = countRefundedAfterShipping(line.lineItemId, past, fulfillmentIds);
    return { ...line, bought: line.bought - refunded };
  });
  const judged = judgeChanges({
    state,
    lines,
    request: found.request,
    isRequestGone: order.acceptance === "gone",
    currentQuantities: quantities,
    addressChanged: isAnotherDestination(order.destinationHash, await hashDestination(found.order.address)),
  });
  if (judged === "withdrawn") await requestCancellation(shop, { orderId: orderId });
  else if (judged.changes.length > 0)
    await inShop(shop, (tx, now) => recordChanges(tx, { shop, orderId, changes: judged.changes, now }));
}

/**
 * Returns the order's lines. Several of our orders may share a line item, so each line counts the pieces and the
 * fulfillments of all these orders.
 */
async function findBought(
  shop: ShopDomain,
  orderId: string,
): Promise<(BoughtLine & { fulfillmentIds: Set<string> })[]> {
  return inShop(shop, async (tx) => {
    const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
    const ofLines = { shop, lineItemId: { in: lines.map(({ lineItemId }) => lineItemId) } };
    const counted = await tx.supplierOrderLine.findMany({
      where: { ...ofLines, order: { state: { in: countedStates } } },
      include: { order: { select: { shipments: { select: { fulfillmentId: true, earlierIds: true } } } } },
    });
    const ordered = await tx.shopOrderLine.findMany({ where: ofLines });
    return lines.map(({ lineItemId, title }) => {
      const ofLine = counted.filter((each) => each.lineItemId === lineItemId);
      const shipments = ofLine.flatMap(({ order }) => order.shipments);
      const bought = ofLine.reduce((sum, { quantity, canceled }) => sum + quantity - canceled, 0);
      const sentEarlier = ofLine.reduce((sum, { earlierSent }) => sum + earlierSent, 0);
      const most = ordered.find((each) => each.lineItemId === lineItemId)?.ordered ?? bought;
      return {
        lineItemId,
        title,
        // Counts at most the pieces that the customer ordered. Extra pieces would look as if they had been removed in
        // the shop.
        bought: Math.max(bought, Math.min(bought + sentEarlier, most)),
        fulfillmentIds: new Set(
          shipments.flatMap(({ fulfillmentId, earlierIds }) => [...earlierIds, fulfillmentId ?? []].flat()),
        ),
      };
    });
  });
}

/**
 * Records changes that were made in the shop since the supplier got an order, each once. Records them in the activity.
 * Shows them on the order's page too, unless the order needs attention for another reason.
 */
export async function recordChanges(
  tx: Tx,
  { shop, orderId, changes, now }: { shop: ShopDomain; orderId: string; changes: ShopChange[]; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, { shop, id: orderId });
  if (order === null || !mayReportChanges(order)) return;
  const fresh: ShopChange[] = [];
  for (const change of changes) if (await isNew(tx, order, { change, now })) fresh.push(change);
  if (fresh.length === 0) return;
  const number = order.supplierOrderId ?? "";
  const untold = unacknowledgedIn(order).filter((each) => !fresh.some((change) => isAboutSame(each, change)));
  const reason = { code: "changed-in-shop", changes: [...untold, ...fresh], number } as const;
  if (groupOf(order) !== "needs-attention" || order.reason === reason.code)
    await changeLocked(tx, order, { reason, acknowledgedReason: null });
  const news = { ...reason, changes: fresh };
  await recordNews(tx, order, { news, now });
}

/**
 * Records that the merchant changed the address after the order had shipped in full. Records this once per order, and not if
 * the change was reported in time. Erases the hash of the former address.
 */
export async function recordLateAddress(
  tx: Tx,
  { shop, orderId, now }: { shop: ShopDomain; orderId: string; now: Date },
): Promise<void> {
  const locked = await lockOrder(tx, { shop, id: orderId });
  if (locked === null || locked.destinationHash === null) return;
  const order = await changeLocked(tx, locked, { destinationHash: null });
  if (!(await isNew(tx, order, { change: { code: "orders.change.address" }, now }))) return;
  const reason = { code: "address-changed-too-late", number: order.supplierOrderId ?? "" } as const;
  if (groupOf(order) !== "needs-attention")
    await changeLocked(tx, order, { reason, acknowledgedReason: null });
  await recordNews(tx, order, { news: reason, now });
}

async function recordNews(
  tx: Tx,
  order: OrderRow,
  { news, now: at }: { news: Reason; now: Date },
): Promise<void> {
  await appendToHistory(tx, order, { what: news, at });
  await recordOrderActivity(tx, order, {
    kind: "orders.changed-in-shop",
    tone: "warning",
    what: inWords(news),
    at,
  });
}

/** Returns false if the order has shipped in full or is to be canceled, because the changes then no longer matter. */
function mayReportChanges({ state, cancelRequestedAt }: OrderRow): boolean {
  return (state === "placed" || state === "partially_shipped") && cancelRequestedAt === null;
}

/**
 * Returns true if a change is new, and remembers it. The supplier's number is part of the key, so that the change is
 * reported again for the next order at the supplier. The line is part of the key too, because two lines may have the
 * same title and quantities.
 */
async function isNew(
  tx: Tx,
  { shop, id, supplierOrderId }: OrderRow,
  { change, now }: { change: ShopChange; now: Date },
): Promise<boolean> {
  const { code, lineItemId = null, ...rest } = { lineItemId: undefined, ...change };
  const withoutLine = [code, id, supplierOrderId, ...Object.values(rest)].join(" ");
  const { count } = await tx.recordedMismatch.createMany({
    data: [{ shop, subject: [withoutLine, lineItemId ?? []].flat().join(" "), recordedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0 || lineItemId === null) return count > 0;
  // Earlier releases recorded a change without its line.
  return (await tx.recordedMismatch.count({ where: { shop, subject: withoutLine } })) === 0;
}

function unacknowledgedIn({ reason, reasonParams, acknowledgedReason }: OrderRow): readonly ShopChange[] {
  if (reason !== "changed-in-shop" || acknowledgedReason === reason) return [];
  return (reasonParams as { changes: ShopChange[] }).changes;
}

function isAboutSame(one: ShopChange, other: ShopChange): boolean {
  if (one.code !== other.code) return false;
  if (!("title" in one) || !("title" in other)) return true;
  if (one.lineItemId !== undefined && other.lineItemId !== undefined)
    return one.lineItemId === other.lineItemId;
  return one.title === other.title;
}

/** A line of the customer's order of which the supplier has pieces. */
type BoughtLine = {
  lineItemId: string;
  title: string;
  /** Number of pieces that the supplier has, over all our orders. */
  bought: number;
};

/** An order that the supplier has not shipped in full, and the customer's order as it is now. */
export type Comparison = {
  state: OrderState;
  lines: readonly BoughtLine[];
  /** Keyed by line item id, without lines that the shop does not show. */
  currentQuantities: ReadonlyMap<string, number>;
  request: RequestStatus | null;
  /**
   * True if the shop's request is gone but the supplier keeps the order. Only the customer's order is compared then.
   */
  isRequestGone: boolean;
  /** Null if we cannot tell. */
  addressChanged: boolean | null;
};

/** `withdrawn`: the merchant has canceled the request, so the order must be canceled at the supplier too. */
type Judged = "withdrawn" | { changes: ShopChange[] };

/** Returns the changes in the shop that the supplier does not know of. */
export function judgeChanges(comparison: Comparison): Judged {
  const { state, lines, currentQuantities, request, isRequestGone, addressChanged } = comparison;
  const left = ({ lineItemId, bought }: BoughtLine) => currentQuantities.get(lineItemId) ?? bought;
  const removed = lines.filter((line) => left(line) < line.bought);
  const changes: ShopChange[] = removed.map((line) => ({
    code: "orders.change.removed",
    title: line.title,
    ordered: line.bought,
    left: left(line),
    lineItemId: line.lineItemId,
  }));
  if (addressChanged === true) changes.push({ code: "orders.change.address" });
  // Shopify closes a fulfillment order that has nothing left to fulfill. This is no change to report.
  if (isRequestGone || lines.every((line) => left(line) === 0)) return { changes };
  if (request !== null && isWithdrawn(request)) return "withdrawn";
  if (request === null || !request.ours) changes.push({ code: "orders.change.moved" });
  else if (isClosedByForce(state, request)) changes.push({ code: "orders.change.closed" });
  else if (request.status === "on_hold") changes.push({ code: "orders.change.on-hold" });
  return { changes };
}

/**
 * Returns true if a person closed the fulfillment order. The last fulfillment closes it too, but a `placed` order has
 * no fulfillment yet.
 */
function isClosedByForce(state: OrderState, { status }: RequestStatus): boolean {
  return status === "incomplete" || (status === "closed" && state === "placed");
}
