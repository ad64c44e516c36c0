import type { Prisma } from "@prisma/client";

import type { OrderState } from "./order-state.ts";

/** The orderGroups in which the merchant looks for an order. Every order lies in exactly one of them. */
export const orderGroups = ["needs-attention", "in-progress", "done"] as const;

export type OrderGroup = (typeof orderGroups)[number];

/** What a group depends on. */
export type Sorted = {
  state: OrderState;
  reason: string | null;
  /** The reason that the merchant says they have seen to. */
  acknowledgedReason: string | null;
  cancelRequestedAt: Date | null;
};

/** A held order waits without needing the merchant for these: they asked for it, or cannot change it. */
const WAITS = ["ordering-paused", "ordering-paused-for-all", "not-confirmed"];

/** What went another way than it was wanted, once the supplier had it. Nothing of it ends by itself for sure. */
const TROUBLES = ["not-cancelled", "rest-cancelled", "unknown-to-supplier", "update-differs"];

/** The supplier will not send it, and nobody here wanted that. */
const ENDED_THERE = ["cancelled-there", "rejected-there"];

const AT_SUPPLIER: OrderState[] = ["placed", "partially_shipped", "shipped"];
const OVER: OrderState[] = ["delivered", "cancelled", "rejected"];

/** An order needs the merchant when it does not go on, or not as it was wanted, before they do something. */
export function groupOf(order: Sorted): OrderGroup {
  const { state, reason, acknowledgedReason } = order;
  const wished = order.cancelRequestedAt !== null;
  const isOneOf = (reasons: string[]) => reasons.includes(reason ?? "");
  switch (state) {
    case "held":
      return wished || isOneOf(WAITS) ? "in-progress" : "needs-attention";
    case "ready":
      return !wished && isOneOf(["key-unauthorized"]) ? "needs-attention" : "in-progress";
    case "placing":
      return "in-progress";
    case "in_doubt":
      return "needs-attention";
    case "placed":
    case "partially_shipped":
    case "shipped":
      return isOneOf(TROUBLES) && reason !== acknowledgedReason ? "needs-attention" : "in-progress";
    case "delivered":
    case "cancelled":
    case "rejected":
      return isOneOf(ENDED_THERE) && reason !== acknowledgedReason ? "needs-attention" : "done";
  }
}

/** Whether the merchant can say that they have seen to it: of all else something becomes by itself, or by a button. */
export function canBeAcknowledged(order: Sorted): boolean {
  return groupOf(order) === "needs-attention" && [...AT_SUPPLIER, ...OVER].includes(order.state);
}

/** The same for the database; `acknowledgedReason` is its column. A test holds the two together. */
export function inGroup(
  group: OrderGroup,
  { acknowledgedReason }: Pick<Prisma.SupplierOrderFieldRefs, "acknowledgedReason">,
): Prisma.SupplierOrderWhereInput {
  // To the database, nothing is neither the same as something nor another thing.
  const unseen = { OR: [{ acknowledgedReason: null }, { NOT: { reason: { equals: acknowledgedReason } } }] };
  const otherwise = (reasons: string[]) => [
    { reason: null },
    { reason: { notIn: reasons } },
    { reason: { equals: acknowledgedReason } },
  ];
  const wished = { cancelRequestedAt: { not: null } };
  switch (group) {
    case "needs-attention":
      return {
        OR: [
          { state: "in_doubt" },
          { state: "held", cancelRequestedAt: null, reason: { notIn: WAITS } },
          { state: "ready", cancelRequestedAt: null, reason: "key-unauthorized" },
          { state: { in: AT_SUPPLIER }, reason: { in: TROUBLES }, ...unseen },
          { state: { in: OVER }, reason: { in: ENDED_THERE }, ...unseen },
        ],
      };
    case "in-progress":
      return {
        OR: [
          { state: "placing" },
          { state: "held", OR: [wished, { reason: { in: WAITS } }] },
          { state: "ready", OR: [wished, { reason: null }, { reason: { not: "key-unauthorized" } }] },
          { state: { in: AT_SUPPLIER }, OR: otherwise(TROUBLES) },
        ],
      };
    case "done":
      return { state: { in: OVER }, OR: otherwise(ENDED_THERE) };
  }
}
