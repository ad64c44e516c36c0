import { Failure } from "../../lib/failure.ts";
import type { Message } from "../../messages/message.ts";
import type { Order, OrderLine, SupplierOrderId } from "../../wholesale/resources.ts";
import { inWords, type Reason } from "./reason.ts";

/**
 * What can become known of an attempt, where it leads the order, and whether an order is known to stand under the
 * reference from then on: only then does the next attempt need another one.
 */
const outcomes = {
  // The supplier has it: by its own answer, by a lookup, or because a person has seen it there.
  placed: { to: "placed", usesUpReference: true },
  found: { to: "placed", usesUpReference: true },
  "confirmed-ordered": { to: "placed", usesUpReference: true },
  // It surely took nothing.
  "never-sent": { to: "ready", usesUpReference: false },
  "too-late": { to: "ready", usesUpReference: false },
  "key-unauthorized": { to: "ready", usesUpReference: false },
  "supplier-rate-limited": { to: "ready", usesUpReference: false },
  "proven-not-ordered": { to: "ready", usesUpReference: false },
  "confirmed-not-ordered": { to: "ready", usesUpReference: false },
  // It will not send it. What was rejected never came to be, so nothing stands there.
  rejected: { to: "held", usesUpReference: false },
  "ended-at-once": { to: "held", usesUpReference: true },
  // Nobody can tell.
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
/** Where an attempt can lead an order. */
export type StateAfter = (typeof outcomes)[OutcomeCode]["to"];
type PlacedCode = "placed" | "found" | "confirmed-ordered";

/** All but the placed ones are the order's reason from then on. */
export type Placed = { code: PlacedCode; number: SupplierOrderId };
export type NotPlaced = Reason<Exclude<OutcomeCode, PlacedCode>>;
export type Outcome = Placed | NotPlaced;

export function isPlaced(outcome: Outcome): outcome is Placed {
  return outcomes[outcome.code].to === "placed";
}

/** Where an outcome leads its order. */
export function stateAfter({ code }: Outcome): StateAfter {
  return outcomes[code].to;
}

export const usingUpReference = (Object.keys(outcomes) as OutcomeCode[]).filter(
  (code) => outcomes[code].usesUpReference,
);

/** What an attempt comes to that stands for one that our records do not hold. */
export const ofLostRecords = [
  "accepted-before-records",
  "found-for-earlier-request",
  "unreadable-for-earlier-request",
] as const satisfies OutcomeCode[];

type ForEarlierRequest = Extract<
  NotPlaced,
  { code: "found-for-earlier-request" | "unreadable-for-earlier-request" }
>;

/** Whether what is in doubt is an order for an earlier request, under a reference of its own. */
export function isForEarlierRequest(outcome: { code: string | null }): outcome is ForEarlierRequest {
  return outcome.code === "found-for-earlier-request" || outcome.code === "unreadable-for-earlier-request";
}

/** What explains that the shop's request is accepted: the supplier had the order, or we have wondered about it before. */
export const explainingAcceptance: OutcomeCode[] = [
  ...(Object.keys(outcomes) as OutcomeCode[]).filter((code) => outcomes[code].to === "placed"),
  ...ofLostRecords,
];

/** An outcome in full, as an entry says it. */
export function outcomeInWords(outcome: Outcome): Message {
  return isPlaced(outcome)
    ? { code: `orders.outcome.${outcome.code}`, number: outcome.number }
    : inWords(outcome);
}

/** What a POST that brought no order means. All that is not known to have left nothing behind is in doubt. */
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
      return { code: "rejected", explanation };
    case "unexpected-reply":
    case "outcome-unknown":
    case "access-lost":
    case "shop-gone":
      return { code: "unclear", explanation };
  }
}

/** What is asked for under a reference. */
type Request = { reference: string; lines: readonly OrderLine[] };

/** What the supplier's answer to the POST means, held against what was sent. */
export function classifyReply(reply: Order, request: Request): Outcome {
  const { id: number, status } = reply;
  if (!isSameOrder(reply, request)) return { code: "found-different", number };
  return isDead(reply) ? { code: "ended-at-once", number, status } : { code: "placed", number };
}

/** What an order of the supplier is known by: its reference, or its number where it was made by hand and has none. */
export function knownAs({ id, reference }: Pick<Order, "id" | "reference">): string {
  return reference.trim() === "" ? `${NUMBER}${id}` : reference;
}

/** No reference of ours begins so. */
const NUMBER = "#";

/** Whether an order is known by a number in place of a reference. */
export function isKnownByNumber({ reference }: Pick<Request, "reference">): boolean {
  return reference.startsWith(NUMBER);
}

/** The exact reference and the same pieces, however they are spread over lines. */
export function isSameOrder(found: Order, request: Request): boolean {
  return knownAs(found) === request.reference && hasSamePieces(found, request);
}

/** The same pieces, however they are spread over lines. */
export function hasSamePieces(found: Pick<Order, "lines">, request: Pick<Request, "lines">): boolean {
  const [theirs, ours] = [count(found.lines), count(request.lines)];
  return (
    theirs.size === ours.size &&
    [...ours].every(([supplierVariantId, quantity]) => theirs.get(supplierVariantId) === quantity)
  );
}

/** Whether nothing comes of it. Once a parcel has left, something does, whatever becomes of the rest. */
export function isDead(order: Order): boolean {
  return hasEnded(order) && order.shipments.length === 0;
}

/** Whether the supplier sends nothing more of it. */
export function hasEnded({ status }: Order): boolean {
  return status === "cancelled" || status === "rejected";
}

function count(lines: readonly OrderLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { supplierVariantId, quantity } of lines)
    counts.set(supplierVariantId, (counts.get(supplierVariantId) ?? 0) + quantity);
  return counts;
}
