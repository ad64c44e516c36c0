import { costsToApprove } from "../../orders/placing/approved-costs.ts";
import { canBeAcknowledged } from "../../orders/order-group.ts";
import { hasArrived, isUnsent } from "../../orders/order-state.ts";
import { type CostCode, type Help, helpOf, isAboutCost, type Reason } from "../../orders/reason.ts";
import type { FoundOrder, Parcel } from "../../orders/views/find-order.server.ts";
import { nextStepOf, refreshAfterMs } from "../../orders/views/next-step.ts";
import { statusOf } from "../../orders/views/order-status.ts";
import { adminOrderUrl } from "../../shop/ids.ts";
import { timelineOf } from "./timeline.ts";

/** An order as its page shows it: messages, and times as they travel. */
export type ShownOrder = ReturnType<typeof toShown>;

export type ShownParcel = ShownOrder["parcels"][number];

/** What the page shows of an order. */
export function toShown(order: FoundOrder) {
  const { id, orderName, lines, brandingVersion, supplierOrderId, cost, attempts, earlierAttempts } = order;
  const latest = attempts.at(-1);
  return {
    ...{ id, orderName, lines, supplierOrderId, earlierAttempts, cost },
    ...statusOf(order),
    next: nextStepOf(order, order.asOf),
    refreshAfterMs: refreshAfterMs(order, order.asOf),
    can: whatCanBeDone(order),
    help: helpFor(order),
    requestedAt: order.requestedAt.toISOString(),
    placedAt: order.placedAt?.toISOString() ?? null,
    cancelRequestedAt: order.cancelRequestedAt?.toISOString() ?? null,
    adminUrl: adminOrderUrl(order.shopOrderId),
    /** Null as long as ordering has not begun. */
    branding: latest ? { version: brandingVersion } : null,
    /** The attempt that a person decides about, where nobody else can. */
    attempt: latest ? { id: latest.id, reference: latest.reference } : null,
    parcels: order.parcels.map(toShownParcel),
    happened: timelineOf(order).map(({ at, message }) => ({ at: at.toISOString(), message })),
  };
}

/** The buttons that make sense now. Each of them can be pressed at any time and does no harm. */
function whatCanBeDone(order: FoundOrder) {
  const { state, acceptance, retryCount, nextAt } = order;
  const isToBeCancelled = order.cancelRequestedAt !== null;
  const waits = state === "held" || (state === "ready" && (retryCount > 0 || nextAt === null));
  // Where the shop's request was closed, only a new one there leads further.
  const mayStand = acceptance !== "closing" && acceptance !== "closed";
  return {
    retry: (waits && !isToBeCancelled) || (state === "rejected" && mayStand),
    orderAnyway: isToBeCancelled ? null : approvalOf(order),
    orderAgain: state === "cancelled" && mayStand,
    requestUpdate: hasArrived(state) && state !== "delivered",
    acknowledge: canBeAcknowledged(order) ? order.reason : null,
    /** Null where there is nothing to cancel, or it is being canceled. */
    cancel: isToBeCancelled ? null : cancellationOf(order),
    confirm: state === "in_doubt",
  };
}

/** The costs that "Order anyway" approves, and how they are said; null where nothing is held for its cost. */
function approvalOf({ state, reason, reasonParams }: FoundOrder) {
  if (state !== "held" || reason === null || !isAboutCost(reason)) return null;
  const costs = costsToApprove(reasonParams);
  if (Object.keys(costs).length === 0) return null;
  return { costs, lines: (reasonParams as Reason<CostCode>).lines };
}

function cancellationOf({ state }: FoundOrder): "unsent" | "unclear" | "placed" | null {
  if (isUnsent(state)) return "unsent";
  if (state === "placing" || state === "in_doubt") return "unclear";
  return state === "placed" ? "placed" : null;
}

/** Which button helps with its reason; none once it is being canceled before it was sent. */
function helpFor({ state, reason, cancelRequestedAt }: FoundOrder): Help | null {
  const isGivenUp = isUnsent(state) && cancelRequestedAt !== null;
  return reason === null || isGivenUp ? null : helpOf(reason);
}

function toShownParcel({ trackingUrl, shippedAt, ...parcel }: Parcel) {
  return {
    ...parcel,
    trackingUrl: safeLink(trackingUrl),
    shippedAt: shippedAt?.toISOString() ?? null,
  };
}

/** Addresses come from outside: only those that a browser opens as a page. */
function safeLink(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return ["https:", "http:"].includes(new URL(url).protocol) ? url : null;
}
