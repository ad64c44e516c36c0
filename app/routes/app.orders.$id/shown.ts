import { webAddress } from "../../lib/http/web-address.ts";
import { type Money, sameAmount } from "../../lib/money.ts";
import type { Message } from "../../messages/message.ts";
import { byLine, differencesOf, missingPieces, unpackedPieces } from "../../orders/states/difference.ts";
import { canBeOrderedAgain } from "../../orders/states/ending.ts";
import { hasArrived, isEnded, isUnclear, isUnsent } from "../../orders/states/order-state.ts";
import { partIn, purchaseIn, shippingIn } from "../../orders/reasons/purchase.ts";
import { isForEarlierRequest } from "../../orders/states/outcome.ts";
import type { Help } from "../../orders/reasons/consequences.ts";
import { cancelHelps, helpOf } from "../../orders/reasons/reason.ts";
import { messagesOfTotal } from "../../orders/states/order-to-send.ts";
import { isKnownByNumber } from "../../orders/states/supplier-order.ts";
import type { Attempt, FoundOrder, OrderShipment } from "../../orders/views/find-order.server.ts";
import type { ListedOrder } from "../../orders/views/list-orders.server.ts";
import { nextStepOf, refreshAfterMs } from "../../orders/views/next-step.ts";
import { actionsOf } from "../../orders/views/order-actions.ts";
import { statusOf } from "../../orders/views/order-status.ts";
import { adminOrderUrl } from "../../shop/ids.ts";

/** An order with messages and ISO times, as the loader serializes it. */
export type ShownOrder = ReturnType<typeof toShown>;

export type ShownShipment = ShownOrder["shipments"][number];

/** Converts an order for its page. */
export function toShown(order: FoundOrder, { connected }: { connected: boolean }) {
  const { id, version, stamp, orderName, lines, brandingVersion, attempts, earlierAttempts } = order;
  const latest = attempts.at(-1);
  const reachesSupplier = connected && !order.isOfOtherAccount;
  const can = whatCanBeDone(order, reachesSupplier);
  return {
    id,
    version,
    stamp,
    orderName,
    lines,
    earlierAttempts,
    /** Null if the card of earnings already shows the same cost. */
    cost: isSameMoney(order.cost, order.spent) ? null : order.cost,
    expected: order.expected,
    shippingWhenHeld: shippingWhenHeld(order),
    earned: order.earned,
    chargedAnyway: order.chargedAnyway,
    itemsAre: order.itemsAre,
    ...numbersOf(order),
    ...statusOf(order),
    next: nextStepOf(order, { now: order.asOf, connected: reachesSupplier }),
    refreshAfterMs: refreshAfterMs(order, order.asOf),
    can,
    /**
     * The purchase that "Send anyway" would make. Null if the order is not held for that, or if an older release
     * wrote the row without it.
     */
    purchase: can.sendUnpaid !== null || can.sendTestOrder ? purchaseIn(order.reasonParams) : null,
    /** The profit or loss of the whole order, as a sentence. */
    total: order.expected ? messagesOfTotal(order.expected) : [],
    missingCost: order.missingCost,
    siblings: order.siblings.map(toSibling),
    rules: order.rules && { ...order.rules, at: order.rules.at.toISOString() },
    help: helpFor(order, can),
    advice: adviceFor(order, can),
    requestedAt: order.requestedAt.toISOString(),
    placedAt: order.placedAt?.toISOString() ?? null,
    expectedShipAt: order.expectedShipAt?.toISOString() ?? null,
    cancelRequestedAt: order.cancelRequestedAt?.toISOString() ?? null,
    adminUrl: adminOrderUrl(order.shopOrderId),
    /** Null before the first attempt. */
    branding: latest ? { version: brandingVersion } : null,
    /**
     * Our reference at the supplier. Null before the first attempt, or if the merchant placed the order on the
     * supplier's site without a reference.
     */
    reference: latest && !isKnownByNumber(latest) ? latest.reference : null,
    /** The latest attempt. If it is in doubt, the merchant decides what became of it. */
    attempt: latest ? toShownAttempt(latest, order) : null,
    shipments: order.shipments.map(toShownShipment),
    happened: timelineOf(order).map(({ at, message }) => ({ at: at.toISOString(), message })),
  };
}

/** Returns the shipping charge that the reason names; null if the same charge is expected now. */
function shippingWhenHeld({ reasonParams, expected }: FoundOrder): Money | null {
  const held = shippingIn(reasonParams);
  return expected === null || isSameMoney(held, expected.shipping) ? null : held;
}

function isSameMoney(one: Money | null, other: Money | null): boolean {
  return one?.currency === other?.currency && sameAmount(one?.amount ?? null, other?.amount ?? null);
}

/**
 * Returns the supplier's number. If the order was started over, returns that number as `earlierNumber`, because it
 * belongs to the former order.
 */
function numbersOf({ state, supplierOrderId: number }: FoundOrder) {
  const isEarlier = isUnsent(state) || isUnclear(state);
  return { supplierOrderId: isEarlier ? null : number, earlierNumber: isEarlier ? number : null };
}

/**
 * Returns the buttons that the order's present state allows. Each use case checks the version again, so a button on
 * an outdated page changes nothing.
 */
function whatCanBeDone(order: FoundOrder, reachesSupplier: boolean) {
  const { state } = order;
  return {
    ...actionsOf(order, { reachesSupplier }),
    sendWithoutNote:
      reachesSupplier &&
      state === "held" &&
      order.reason !== null &&
      helpOf(order.reason) === "send-without-note" &&
      order.cancelRequestedAt === null,
    /** The items that can be sent, and those that would wait; null if no item can be sent. */
    sendPart:
      reachesSupplier && state === "held" && order.cancelRequestedAt === null
        ? partIn(order.reasonParams)
        : null,
    requestUpdate: reachesSupplier && hasArrived(state) && state !== "delivered",
    // Null if the shop has requested the items again since: another order stands for that request.
    orderAgain:
      reachesSupplier &&
      canBeOrderedAgain(order) &&
      order.siblings.every(({ requestedAt }) => requestedAt <= order.requestedAt),
    orderMissing: reachesSupplier ? piecesOrNull(missingPieces(order)) : null,
    fulfillUntracked: piecesOrNull(unpackedPieces(order)),
    confirm: state === "in_doubt",
    correctNumber: order.isNumberTyped,
  };
}

/** Returns the pieces of a button's dialog: `items` to show, and `byLine` to submit. Null if there are none. */
function piecesOrNull(pieces: { lineItemId: string; title: string; quantity: number }[]) {
  if (pieces.length === 0) return null;
  return { items: itemsOf(pieces), byLine: byLine(pieces) };
}

function itemsOf(pieces: readonly { title: string; quantity: number }[]) {
  return pieces.map(({ title, quantity }) => ({ code: "orders.item", quantity, title }) as const);
}

function toSibling(sibling: ListedOrder) {
  const { label, tone } = statusOf(sibling);
  return { id: sibling.id, label, tone, requestedAt: sibling.requestedAt.toISOString() };
}

type Can = ReturnType<typeof whatCanBeDone>;

/**
 * Returns the button that resolves the order's reason, if there is one; null if the order is to be canceled before it
 * is sent.
 */
function helpFor(
  { state, reason, cancelRequestedAt }: FoundOrder,
  { cancel, orderMissing, fulfillUntracked }: Can,
): Help | "cancel" | null {
  const isGivenUp = isUnsent(state) && cancelRequestedAt !== null;
  if (reason === null || isGivenUp) return null;
  if (cancel !== null && cancelHelps(reason)) return "cancel";
  const help = helpOf(reason);
  // Hides "Mark as resolved" while the merchant has to decide about pieces, because one click would end that
  // question.
  const isOpen = orderMissing !== null || fulfillUntracked !== null;
  return help === "acknowledge" && isOpen ? null : help;
}

/**
 * Returns the merchant's approvals of an unpaid order or a test order; none while the order is held or after it has
 * ended.
 */
function exceptionsOf({ state, approvals }: FoundOrder): Message[] {
  if (state === "held" || isEnded(state)) return [];
  const isOfCost = ({ code }: Message) => code === "orders.cost-approved" || code === "orders.loss-accepted";
  return approvals.flatMap(({ message }) => (isOfCost(message) ? [] : [message]));
}

/** Returns which items the merchant has ordered again, and when these will be sent if they still wait. */
function orderedAgainOf({ acceptance, reason, differences }: FoundOrder): Message[] {
  const again = differencesOf(differences, "orders.difference.ordered-again");
  if (again.length === 0) return [];
  const items = itemsOf(again);
  if (acceptance === "due" || acceptance === "accepted")
    return [{ code: "orders.advice.to-order-again", items }];
  if (reason !== "missing-ordered-again") return [];
  const isClosed = acceptance === "closed";
  return [{ code: isClosed ? "orders.advice.ordered-again" : "orders.advice.ordering-again", items }];
}

/**
 * Returns the sentences that the page shows in addition to the order's reason: what the merchant has approved or
 * ordered again, whether the order belongs to a former account, and what the merchant can do now.
 */
function adviceFor(order: FoundOrder, can: Can): Message[] {
  const { reason, supplierOrderId: number } = order;
  const advice = [...exceptionsOf(order), ...orderedAgainOf(order)];
  if (order.isOfOtherAccount && reason !== "other-account")
    advice.push({ code: "orders.reason.other-account", number });
  if (can.fulfillUntracked !== null) advice.push({ code: "orders.advice.untracked" });
  if (can.acknowledge === null) return advice;
  if (can.cancel !== null && reason !== null && cancelHelps(reason))
    advice.push({ code: "orders.advice.cancel" });
  advice.push({ code: "orders.advice.acknowledge" });
  return advice;
}

/**
 * Converts an attempt. The merchant searches for `reference` on the supplier's site. After `minutes`, the merchant
 * can say that nothing was ordered.
 */
function toShownAttempt(
  { id, reference, sends, wordCountsFrom }: Attempt,
  { reason, reasonParams, asOf }: FoundOrder,
) {
  const inDoubt = { ...(reasonParams as object), code: reason };
  return {
    id,
    sends,
    reference: isForEarlierRequest(inDoubt) ? inDoubt.reference : reference,
    minutes: Math.max(0, Math.ceil((wordCountsFrom.getTime() - asOf.getTime()) / 60_000)),
  };
}

function toShownShipment({ trackingUrl, shippedAt, ...shipment }: OrderShipment) {
  return {
    ...shipment,
    trackingUrl: webAddress(trackingUrl),
    shippedAt: shippedAt?.toISOString() ?? null,
  };
}

type Happened = { at: Date; message: Message };

/** Returns the order's attempts, outcomes and other events in chronological order. */
export function timelineOf(order: FoundOrder): Happened[] {
  const { requestedAt, cancelRequestedAt, attempts, shipments } = order;
  const happened: Happened[] = [{ at: requestedAt, message: { code: "orders.history.requested" } }];
  happened.push(...order.approvals);
  for (const { reference, startedAt, sends, outcomes } of attempts) {
    // If a lookup found the order, its attempt sent nothing. The timeline then shows only the attempt's outcomes.
    if (sends) happened.push({ at: startedAt, message: { code: "orders.history.began", reference } });
    happened.push(...outcomes);
  }
  happened.push(...order.events);
  if (cancelRequestedAt !== null)
    happened.push({ at: cancelRequestedAt, message: { code: "orders.history.cancellation-requested" } });
  for (const { shippedAt: at, carrier } of shipments) {
    if (at === null) continue;
    const message: Message =
      carrier === null
        ? { code: "orders.history.shipped" }
        : { code: "orders.history.shipped-with", carrier };
    happened.push({ at, message });
  }
  // Simultaneous events keep their order.
  return happened.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
