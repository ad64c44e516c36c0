import { type FulfillmentOrder, LINES_AT_MOST } from "../../shop/orders/fulfillment-order.ts";
import type { PartItems } from "../reasons/purchase.ts";
import type { Reason } from "../reasons/reason.ts";
import { namedIn } from "../reasons/reason-params.ts";
import { type Circumstances, type Decision, decideOrder } from "./decide-order.ts";

type Line = FulfillmentOrder["lines"][number];

/** Lines of a fulfillment order that can be ordered now. */
export type Part = PartItems & {
  /** Ids of the fulfillment order's lines, with the pieces to request. */
  lines: { id: string; quantity: number }[];
};

/**
 * Plans the largest part of a fulfillment order that would be placed if only that part were requested. Ignores pauses.
 * Leaves out the lines that the decision names, and decides again. If the supplier has too few pieces of a line, the
 * pieces that it has can be ordered.
 *
 * @returns null if no line can be ordered, or if the reason concerns the whole order, such as its payment or address.
 */
export function planPart(circumstances: Circumstances): Part | null {
  const { fulfillmentOrder } = circumstances;
  if (fulfillmentOrder === null) return null;
  const { ours, request, status } = fulfillmentOrder;
  // Shopify does not split a fulfillment order while its request is accepted.
  if (!ours || status !== "open" || !["submitted", "rejected"].includes(request)) return null;
  const all = fulfillmentOrder.lines.filter(({ quantity }) => quantity > 0);
  for (let lines = all; lines.length > 0;) {
    const requested = { ...fulfillmentOrder, request: "submitted", lines } as const;
    const decision = decideOrder({ ...circumstances, fulfillmentOrder: requested, paused: "no" });
    if (decision.kind === "place") return lines.length > LINES_AT_MOST ? null : toPart(all, lines);
    const left = decision.kind === "hold" ? leaveOut(decision.reason, lines, circumstances) : lines;
    if (countAll(left) >= countAll(lines)) return null;
    lines = left;
  }
  return null;
}

/** Returns true if a part leaves lines waiting. */
export function splits(part: Part | null): part is Part {
  return part !== null && part.waits.length > 0;
}

/** Returns true if the merchant's setting divides this held order: some lines can be ordered, and others wait. */
export function divides(
  { kind }: Decision,
  part: Part | null,
  { sendsParts }: { sendsParts: boolean },
): part is Part {
  return kind === "hold" && sendsParts && splits(part);
}

/**
 * Adds the part that can be sent to a reason, so that the order's row stores both. The reason's message does not use
 * the part.
 */
export function withPart(reason: Reason, part: PartItems | null): Reason {
  if (part === null) return reason;
  const { sends, waits } = part;
  return Object.assign({ part: { sends, waits } }, reason);
}

/** The next step on the way to a request of the lines that can be ordered. */
export type PartStep =
  /** Reject the merchant's request, because Shopify does not split a fulfillment order that is requested. */
  | "reject"
  /** Request the lines that can be ordered. */
  | "request-part"
  /** Request everything again: either no line has to wait any more, or every line has to. */
  | "request-all"
  /** Nothing can be requested while the merchant holds the fulfillment order. */
  | "wait"
  /** Place the order: its request needs no change, or no longer exists. */
  | "place";

/**
 * Decides the next step. No step is stored as done: after a crash or a lost reply, the next run decides again by what the
 * shop shows.
 *
 * @param state `isRejecting`: we began to reject this very request. The rejection may still reach Shopify. If the order
 *   were placed meanwhile, its request would end.
 * @param part the lines that can be ordered; null if there are none.
 */
export function decidePartStep(
  {
    ours,
    status,
    request,
    orderCanceled,
    isRejecting,
  }: Pick<FulfillmentOrder, "ours" | "status" | "request" | "orderCanceled"> & { isRejecting: boolean },
  part: Part | null,
): PartStep {
  if (!ours || orderCanceled) return "place";
  if (request === "submitted") return (splits(part) || isRejecting) && status === "open" ? "reject" : "place";
  if (request !== "rejected") return "place";
  if (status === "on_hold" || status === "scheduled") return "wait";
  if (status !== "open") return "place";
  return splits(part) ? "request-part" : "request-all";
}

/** Returns the lines that a reason does not name; all lines if it names none. */
function leaveOut(reason: Reason, lines: Line[], { linkedVariants }: Circumstances): Line[] {
  if (reason.code === "out-of-stock") return inStock(lines, linkedVariants);
  const isNamed = namedIn(reason);
  return isNamed === null ? lines : lines.filter((line) => !isNamed(line));
}

/** Returns the pieces that the supplier has. Several lines may be linked to one variant: the first ones get its stock. */
function inStock(lines: Line[], linkedVariants: Circumstances["linkedVariants"]): Line[] {
  const left = new Map([...linkedVariants.values()].map((each) => [each.supplierVariantId, each.stock]));
  return lines.flatMap((line) => {
    const { supplierVariantId } = linkedVariants.get(line.shopVariantId ?? "") ?? {};
    if (supplierVariantId === undefined) return [];
    const stock = left.get(supplierVariantId) ?? 0;
    const quantity = Math.max(0, Math.min(line.quantity, stock));
    left.set(supplierVariantId, stock - quantity);
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
}

function toPart(all: Line[], sent: Line[]): Part {
  const quantities = new Map(sent.map(({ id, quantity }) => [id, quantity]));
  return {
    lines: sent.map(({ id, quantity }) => ({ id, quantity })),
    sends: toItems(sent),
    waits: toItems(
      all.flatMap((line) => {
        const quantity = line.quantity - (quantities.get(line.id) ?? 0);
        return quantity > 0 ? [{ ...line, quantity }] : [];
      }),
    ),
  };
}

function toItems(lines: Line[]): PartItems["sends"] {
  return lines.map(({ quantity, title }) => ({ code: "orders.item", quantity, title }));
}

function countAll(lines: Line[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
