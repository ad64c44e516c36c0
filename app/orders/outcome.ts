import { Failure } from "../lib/failure.ts";
import type { Order, OrderLine } from "../wholesale/resources.ts";
import type { OrderState } from "./order-state.ts";

/** What can become known of an attempt. */
export type OutcomeKind =
  /** The supplier took the order, by its own answer. */
  | "placed"
  /** Nothing was sent: no connection, or its deadline had passed before. */
  | "never-sent"
  | "too-late"
  /** The supplier took nothing: it refused the key, asked to wait, or said no. */
  | "key-unauthorized"
  | "rate-limited"
  | "rejected"
  /** Nobody can tell: no answer, an answer that says nothing, or a process that ended in between. */
  | "unclear"
  | "abandoned"
  /** What looking it up showed. */
  | "found"
  | "found-dead"
  | "found-different"
  | "found-twice"
  | "not-found"
  | "cannot-tell"
  /** What a person said. */
  | "confirmed-ordered"
  | "confirmed-not-ordered";

export type Outcome = { kind: OutcomeKind; said: string; supplierOrderId?: string };

/** An outcome, where it leads the order, and after how long the order goes on by itself; null: not by itself. */
export type Verdict = { outcome: Outcome; to: OrderState; goOnAfterSeconds: number | null };

/** After these something stands, or may be remembered, under the reference: the next attempt needs another one. */
export const usesUpReference: readonly OutcomeKind[] = [
  "placed",
  "rejected",
  "found",
  "found-dead",
  "found-different",
  "found-twice",
  "confirmed-ordered",
];

/** What a POST that brought no order means. All that is not known to have left nothing behind is in doubt. */
export function classifyFailure(error: unknown, retryCount: number): Verdict {
  const code = error instanceof Failure ? error.code : null;
  const said =
    error instanceof Failure ? error.publicMessage : "Something went wrong on our side while ordering.";
  const retry = (kind: OutcomeKind, seconds: number): Verdict => ({
    outcome: { kind, said },
    to: "ready",
    goOnAfterSeconds: seconds,
  });
  switch (code) {
    case "unreachable":
      return retry("never-sent", backOffSeconds(retryCount));
    case "unauthorized":
      return retry("key-unauthorized", 300);
    case "rate-limited":
      return retry(
        "rate-limited",
        (error as Failure).retryAfterSeconds ?? Math.max(60, backOffSeconds(retryCount)),
      );
    case "rejected":
      return { outcome: { kind: "rejected", said }, to: "held", goOnAfterSeconds: null };
    case "unexpected-reply":
    case "outcome-unknown":
    case "access-lost":
    case "shop-gone":
    case null:
      return { outcome: { kind: "unclear", said }, to: "in_doubt", goOnAfterSeconds: 0 };
  }
}

/** What the supplier's answer to the POST means, held against what was asked for. */
export function classifyReply(
  reply: Order,
  asked: { reference: string; lines: readonly OrderLine[] },
): Verdict {
  const supplierOrderId = reply.id;
  if (!isSameOrder(reply, asked)) {
    const said = `The supplier answered with another order than the one we placed (its number ${reply.id}).`;
    return {
      outcome: { kind: "found-different", said, supplierOrderId },
      to: "in_doubt",
      goOnAfterSeconds: 0,
    };
  }
  if (isDead(reply)) {
    const said = `The supplier took the order (its number ${reply.id}) and ${reply.status} it at once.`;
    return { outcome: { kind: "rejected", said, supplierOrderId }, to: "held", goOnAfterSeconds: null };
  }
  const said = `The supplier took the order (its number ${reply.id}).`;
  return { outcome: { kind: "placed", said, supplierOrderId }, to: "placed", goOnAfterSeconds: 0 };
}

/** The exact reference and the same pieces, however they are spread over lines. */
export function isSameOrder(
  found: Order,
  asked: { reference: string; lines: readonly OrderLine[] },
): boolean {
  const [theirs, ours] = [count(found.lines), count(asked.lines)];
  return (
    found.reference === asked.reference &&
    theirs.size === ours.size &&
    [...ours].every(([supplierVariantId, quantity]) => theirs.get(supplierVariantId) === quantity)
  );
}

/** Whether nothing will come of it. */
export function isDead({ status }: Order): boolean {
  return status === "cancelled" || status === "rejected";
}

/** 10 s, 20 s, 40 s …, an hour at most. */
export function backOffSeconds(retryCount: number): number {
  return Math.min(2 ** Math.min(retryCount, 10) * 10, 3600);
}

function count(lines: readonly OrderLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { supplierVariantId, quantity } of lines)
    counts.set(supplierVariantId, (counts.get(supplierVariantId) ?? 0) + quantity);
  return counts;
}
