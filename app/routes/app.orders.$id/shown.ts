import { formatMoney } from "../../lib/money.ts";
import type { FoundOrder, Parcel } from "../../orders/views/find-order.server.ts";
import { canBeAcknowledged } from "../../orders/order-group.ts";
import { hasArrived } from "../../orders/order-state.ts";
import { refreshAfterMs, sayNext } from "../../orders/views/say-next.ts";
import { sayState } from "../../orders/views/say-state.ts";
import { timelineOf } from "./timeline.ts";

/** An order as its page shows it: words and times as they travel. */
export type ShownOrder = ReturnType<typeof toShown>;

export type ShownParcel = ShownOrder["parcels"][number];

/** What the page shows of an order at this moment. */
export function toShown(order: FoundOrder, now: Date) {
  const { id, orderName, lines, brandingVersion, supplierOrderId, cost, attempts, earlierAttempts } = order;
  const latest = attempts.at(-1);
  return {
    ...{ id, orderName, lines, supplierOrderId, earlierAttempts },
    ...sayState(order),
    next: sayNext(order, now),
    refreshAfterMs: refreshAfterMs(order, now),
    can: whatCanBeDone(order),
    requestedAt: order.requestedAt.toISOString(),
    placedAt: order.placedAt?.toISOString() ?? null,
    cancelRequestedAt: order.cancelRequestedAt?.toISOString() ?? null,
    atSupplier: hasArrived(order.state),
    adminUrl: `shopify:admin/orders/${/\d+$/.exec(order.shopOrderId)?.[0] ?? ""}`,
    cost: cost && formatMoney(cost),
    branding:
      latest === undefined
        ? null
        : brandingVersion === null
          ? "Without branding"
          : `Your branding, version ${String(brandingVersion)}`,
    /** The attempt that a person decides about, where nobody else can. */
    attempt: latest ? { id: latest.id, reference: latest.reference } : null,
    parcels: order.parcels.map(toShownParcel),
    happened: timelineOf(order).map(({ at, said }) => ({ at: at.toISOString(), said })),
  };
}

/** The buttons that make sense now. Each of them can be pressed at any time and does no harm. */
function whatCanBeDone(order: FoundOrder) {
  const { state, cancelRequestedAt, acceptance, retryCount, nextAt } = order;
  const wished = cancelRequestedAt !== null;
  const waits = state === "held" || (state === "ready" && (retryCount > 0 || nextAt === null));
  // Where the request was taken back in Shopify, only a new one there leads further.
  const mayStand = acceptance !== "closing" && acceptance !== "closed";
  return {
    retry: (waits && !wished) || (state === "rejected" && mayStand),
    orderAgain: state === "cancelled" && mayStand,
    requestUpdate: state === "placed" || state === "partially_shipped" || state === "shipped",
    seeTo: canBeAcknowledged(order) ? order.reason : null,
    /** Null where there is nothing to cancel, or it is being cancelled. */
    cancel: wished
      ? null
      : state === "held" || state === "ready"
        ? ("unsent" as const)
        : state === "placing" || state === "in_doubt"
          ? ("unclear" as const)
          : state === "placed"
            ? ("placed" as const)
            : null,
    decide: state === "in_doubt",
  };
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
