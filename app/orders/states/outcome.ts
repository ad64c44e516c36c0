import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import { SupplierRejection } from "../../wholesale/failures.ts";
import type { Order, SupplierOrderId } from "../../wholesale/resources.ts";
import type { Difference } from "../reasons/reason-params.ts";
import { isEnded, isUnsent, type OrderState, unclearStates } from "./order-state.ts";
import { type Reason } from "../reasons/reason.ts";
import { inWords, messageOf } from "../reasons/reason-words.ts";
import { isDead, isSameOrder, type Request } from "./supplier-order.ts";

/**
 * Outcomes of an attempt. `to`: the order's next state. `usesUpReference`: the supplier is known to have an order under
 * the attempt's reference, so the next attempt needs another reference.
 */
const outcomes = {
  // The supplier has the order: by its reply, by a lookup, or because a person has seen it there.
  placed: { to: "placed", usesUpReference: true },
  found: { to: "placed", usesUpReference: true },
  "confirmed-ordered": { to: "placed", usesUpReference: true },
  // Definitely not ordered.
  "never-sent": { to: "ready", usesUpReference: false },
  "too-late": { to: "ready", usesUpReference: false },
  "key-unauthorized": { to: "ready", usesUpReference: false },
  "supplier-rate-limited": { to: "ready", usesUpReference: false },
  "proven-not-ordered": { to: "ready", usesUpReference: false },
  "confirmed-not-ordered": { to: "ready", usesUpReference: false },
  // The supplier will not ship the order. A rejected request left no order under the reference.
  rejected: { to: "held", usesUpReference: false },
  "ended-at-once": { to: "held", usesUpReference: true },
  // It is unknown if the supplier has the order.
  unclear: { to: "in_doubt", usesUpReference: false },
  abandoned: { to: "in_doubt", usesUpReference: false },
  "found-dead": { to: "in_doubt", usesUpReference: true },
  "found-different": { to: "in_doubt", usesUpReference: true },
  "found-twice": { to: "in_doubt", usesUpReference: true },
  "found-unreadable": { to: "in_doubt", usesUpReference: true },
  "not-found": { to: "in_doubt", usesUpReference: false },
  "cannot-tell": { to: "in_doubt", usesUpReference: false },
  "accepted-before-records": { to: "in_doubt", usesUpReference: false },
  "found-for-earlier-request": { to: "in_doubt", usesUpReference: false },
  "unreadable-for-earlier-request": { to: "in_doubt", usesUpReference: false },
} as const;

type OutcomeCode = keyof typeof outcomes;

/** States that follow an attempt. */
export type StateAfter = (typeof outcomes)[OutcomeCode]["to"];

type PlacedCode = "placed" | "found" | "confirmed-ordered";

/** Outcomes that mean that the order is placed. Every other outcome becomes the order's reason. */
export type Placed = { code: PlacedCode; number: SupplierOrderId };

export type NotPlaced = Reason<Exclude<OutcomeCode, PlacedCode>>;

export type Outcome = Placed | NotPlaced;

export function isPlaced(outcome: Outcome): outcome is Placed {
  return outcomes[outcome.code].to === "placed";
}

/** Returns the order's state after an outcome. */
export function stateAfter({ code }: Outcome): StateAfter {
  return outcomes[code].to;
}

export const usingUpReference = (Object.keys(outcomes) as OutcomeCode[]).filter(
  (code) => outcomes[code].usesUpReference,
);

/** Outcomes that record an order that is missing from our records. */
export const ofLostRecords = [
  "accepted-before-records",
  "found-for-earlier-request",
  "unreadable-for-earlier-request",
] as const satisfies OutcomeCode[];

/** Outcomes that say that the supplier had an order of the attempt, but not as we sent it. */
export const foundOtherwise = (Object.keys(outcomes) as OutcomeCode[]).filter(
  (code) => outcomes[code].to === "in_doubt" && outcomes[code].usesUpReference,
);

type ForEarlierRequest = Extract<
  NotPlaced,
  { code: "found-for-earlier-request" | "unreadable-for-earlier-request" }
>;

/** Returns true if the doubt is about an order for an earlier request, which has another reference. */
export function isForEarlierRequest(outcome: { code: string | null }): outcome is ForEarlierRequest {
  return outcome.code === "found-for-earlier-request" || outcome.code === "unreadable-for-earlier-request";
}

/**
 * Outcomes that explain why the shop's request is accepted: the supplier had the order, or the doubt about the order
 * was known.
 */
export const explainingAcceptance: OutcomeCode[] = [
  ...(Object.keys(outcomes) as OutcomeCode[]).filter((code) => outcomes[code].to === "placed"),
  ...ofLostRecords,
];

/** Returns the full message of an outcome, for an activity entry. */
export function outcomeInWords(outcome: Outcome): Message {
  return isPlaced(outcome)
    ? { code: `orders.outcome.${outcome.code}`, number: outcome.number }
    : inWords(outcome);
}

/** Classifies a failed POST. A failure that may have left an order behind is unclear. */
export function classifyFailure(error: unknown): NotPlaced {
  if (!(error instanceof Failure)) return { code: "unclear", explanation: { code: "orders.unclear.ours" } };
  const { code, explanation } = error;
  switch (code) {
    case "unreachable":
      return { code: "never-sent" };
    case "unauthorized":
      return { code: "key-unauthorized" };
    case "rate-limited":
      return { code: "supplier-rate-limited", explanation };
    case "rejected":
      return error instanceof SupplierRejection && error.word !== null
        ? { code: "rejected", explanation, word: error.word }
        : { code: "rejected", explanation };
    case "unexpected-reply":
    case "outcome-unknown":
    case "app-denied":
    case "access-lost":
    case "shop-gone":
      return { code: "unclear", explanation };
  }
}

/** Parameters of outcomes and events in rows. */
type Stored = {
  text?: string;
  number?: string;
  differences?: readonly Difference[];
  pieces?: readonly { code: "orders.item"; quantity: number; title: string }[];
};

/** Returns the message of an outcome from its row. */
export function outcomeMessage({ kind, params }: { kind: string; params: unknown }): Message {
  const { text, number = "", pieces = [], differences = [] } = (params ?? {}) as Stored;
  if (kind === "requested" || kind === "cancellation-requested" || kind === "acknowledged")
    return { code: `orders.history.${kind}` };
  if (kind === "differs-at-supplier") return { code: "orders.history.differs", number, differences };
  if (kind === "fulfilled-untracked") return { code: "orders.fulfilled-untracked", pieces };
  if (kind === "delivered") return { code: "orders.state.delivered" };
  const isKnown =
    text === undefined && (kind === "placed" || kind === "found" || kind === "confirmed-ordered");
  return isKnown
    ? { code: `orders.outcome.${kind}`, number }
    : messageOf({ reason: kind, reasonParams: params });
}

/** The effect of an outcome on its order. */
export type Effect =
  /** The outcome changes the order as if the order were still in the state `from`. */
  | { kind: "moves"; from: OrderState }
  /**
   * The order ended in our records, but the supplier has it. The order becomes placed again, and is then canceled at
   * the supplier.
   */
  | { kind: "reopens" }
  /**
   * The supplier has this order in addition to another order of ours, or while a later attempt may become another
   * order.
   */
  | { kind: "doubles" }
  /** The outcome changes nothing: the order has changed since the attempt, or already has this outcome. */
  | { kind: "stays" };

/**
 * Decides the effect of an outcome on its order, which may have changed since the attempt. A success always counts,
 * even if it comes late, or if a lookup or a person has meanwhile said "not ordered". Otherwise the pieces would be
 * bought again.
 *
 * @param isLatest true if there is no later attempt.
 */
export function applyOutcome(
  { state, supplierOrderId }: { state: OrderState; supplierOrderId: string | null },
  { outcome, isLatest }: { outcome: Outcome; isLatest: boolean },
): Effect {
  const waitsForIt = isLatest && unclearStates.includes(state);
  if (!isPlaced(outcome)) return waitsForIt ? { kind: "moves", from: state } : { kind: "stays" };
  // A doubt may end with a number that we know, because the supplier has reopened an order that had ended.
  if (supplierOrderId === outcome.number && !waitsForIt) return { kind: "stays" };
  if (isUnsent(state)) return { kind: "moves", from: "placing" };
  if (isEnded(state)) return { kind: "reopens" };
  return waitsForIt ? { kind: "moves", from: state } : { kind: "doubles" };
}

/** Classifies the reply to a POST, compared with the order that was sent. */
export function classifyReply(reply: Order, request: Request): Outcome {
  const { id: number, status } = reply;
  if (!isSameOrder(reply, request)) return { code: "found-different", number };
  return isDead(reply) ? { code: "ended-at-once", number, status } : { code: "placed", number };
}
