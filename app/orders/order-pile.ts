import type { Prisma } from "@prisma/client";

import type { OrderState } from "./order-state.ts";

/** The piles in which the merchant looks for an order. Every order lies in exactly one of them. */
export const piles = ["needs-you", "on-their-way", "done"] as const;

export type Pile = (typeof piles)[number];

/** What a pile depends on. */
export type Sorted = {
  state: OrderState;
  reason: string | null;
  /** The reason that the merchant says they have seen to. */
  seenTo: string | null;
  cancelRequestedAt: Date | null;
};

/** A held order waits without needing the merchant for these: they asked for it, or cannot change it. */
const WAITS = ["ordering-paused", "ordering-paused-for-all", "not-confirmed"];

/** What went another way than it was wanted, once the platform had it. Nothing of it ends by itself for sure. */
const TROUBLES = ["not-cancelled", "rest-cancelled", "not-there", "news-differs"];

/** The platform will not send it, and nobody here wanted that. */
const ENDED_THERE = ["cancelled-there", "rejected-there"];

const AT_PLATFORM: OrderState[] = ["placed", "partially_shipped", "shipped"];
const OVER: OrderState[] = ["delivered", "cancelled", "rejected"];

/** An order needs the merchant when it does not go on, or not as it was wanted, before they do something. */
export function pileOf(order: Sorted): Pile {
  const { state, reason, seenTo } = order;
  const wished = order.cancelRequestedAt !== null;
  const isOneOf = (reasons: string[]) => reasons.includes(reason ?? "");
  switch (state) {
    case "held":
      return wished || isOneOf(WAITS) ? "on-their-way" : "needs-you";
    case "ready":
      return !wished && isOneOf(["key-refused"]) ? "needs-you" : "on-their-way";
    case "placing":
      return "on-their-way";
    case "in_doubt":
      return "needs-you";
    case "placed":
    case "partially_shipped":
    case "shipped":
      return isOneOf(TROUBLES) && reason !== seenTo ? "needs-you" : "on-their-way";
    case "delivered":
    case "cancelled":
    case "rejected":
      return isOneOf(ENDED_THERE) && reason !== seenTo ? "needs-you" : "done";
  }
}

/** Whether the merchant can say that they have seen to it: of all else something becomes by itself, or by a button. */
export function canBeSeenTo(order: Sorted): boolean {
  return pileOf(order) === "needs-you" && [...AT_PLATFORM, ...OVER].includes(order.state);
}

/** The same for the database; `seenTo` is its column. A test holds the two together. */
export function inPile(
  pile: Pile,
  { seenTo }: Pick<Prisma.SupplierOrderFieldRefs, "seenTo">,
): Prisma.SupplierOrderWhereInput {
  // To the database, nothing is neither the same as something nor another thing.
  const unseen = { OR: [{ seenTo: null }, { NOT: { reason: { equals: seenTo } } }] };
  const otherwise = (reasons: string[]) => [
    { reason: null },
    { reason: { notIn: reasons } },
    { reason: { equals: seenTo } },
  ];
  const wished = { cancelRequestedAt: { not: null } };
  switch (pile) {
    case "needs-you":
      return {
        OR: [
          { state: "in_doubt" },
          { state: "held", cancelRequestedAt: null, reason: { notIn: WAITS } },
          { state: "ready", cancelRequestedAt: null, reason: "key-refused" },
          { state: { in: AT_PLATFORM }, reason: { in: TROUBLES }, ...unseen },
          { state: { in: OVER }, reason: { in: ENDED_THERE }, ...unseen },
        ],
      };
    case "on-their-way":
      return {
        OR: [
          { state: "placing" },
          { state: "held", OR: [wished, { reason: { in: WAITS } }] },
          { state: "ready", OR: [wished, { reason: null }, { reason: { not: "key-refused" } }] },
          { state: { in: AT_PLATFORM }, OR: otherwise(TROUBLES) },
        ],
      };
    case "done":
      return { state: { in: OVER }, OR: otherwise(ENDED_THERE) };
  }
}
