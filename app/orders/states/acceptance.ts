/**
 * How the shop's request for fulfillment is answered, once the supplier has the order; null before that.
 *
 * - `due`: it is to be accepted.
 * - `accepted`: it is.
 * - `gone`: it was no longer there to be accepted.
 * - `closing`: the supplier will not send the order, or the rest of it, so the request is to be closed.
 * - `closed`: it is.
 */
export const acceptances = ["due", "accepted", "gone", "closing", "closed"] as const;

export type Acceptance = (typeof acceptances)[number];

/** The transitions. An order that starts over has no acceptance again. */
const ways: Record<Acceptance | "none", readonly Acceptance[]> = {
  none: ["due"],
  due: ["accepted", "gone", "closing"],
  accepted: ["closing"],
  // Gone when it was to be accepted, it may be there again when the order is canceled.
  gone: ["closing", "closed"],
  closing: ["closed"],
  closed: [],
};

/** Whether the answer may become another one, or stay. */
export function mayBecome(from: Acceptance | null, to: Acceptance): boolean {
  return from === to || ways[from ?? "none"].includes(to);
}
