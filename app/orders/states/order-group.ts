import type { Prisma } from "@prisma/client";

import { endedStates, isEnded, isUnsent, type OrderState, unsentStates } from "./order-state.ts";
import { type Attention, attentionOf, outlastsDelivery, reasonsThat } from "./reason.ts";

/** The groups in which the merchant looks for an order. Every order is in exactly one of them. */
export const orderGroups = ["needs-attention", "in-progress", "completed"] as const;

export type OrderGroup = (typeof orderGroups)[number];

/** How many orders of a group are counted: nobody needs to know exactly beyond that. */
export const COUNTED_AT_MOST = 1000;

/** What a group depends on. */
export type Grouped = {
  state: OrderState;
  reason: string | null;
  /** The reason that the merchant has acknowledged. */
  acknowledgedReason: string | null;
  cancelRequestedAt: Date | null;
};

/** The group of an order. It needs attention when it cannot continue, or not as the merchant wanted, until they act. */
export function groupOf(order: Grouped): OrderGroup {
  if (needsAttention(order)) return "needs-attention";
  return isCompleted(order.state) ? "completed" : "in-progress";
}

function needsAttention({ state, reason, acknowledgedReason, cancelRequestedAt }: Grouped): boolean {
  if (state === "in_doubt") return true;
  if (reason === null || state === "placing") return false;
  if (state === "delivered" && !outlastsDelivery(reason)) return false;
  switch (attentionOf(reason)) {
    case "none":
      return false;
    case "to-order":
      return !isEnded(state) && !(isUnsent(state) && cancelRequestedAt !== null);
    case "always":
      return true;
    case "until-acknowledged":
      return reason !== acknowledgedReason;
  }
}

/** Whether the merchant can acknowledge it. Everything else continues by a button, or automatically. */
export function canBeAcknowledged(order: Grouped): boolean {
  const { reason } = order;
  return reason !== null && attentionOf(reason) === "until-acknowledged" && needsAttention(order);
}

/** `groupOf` for the database; `acknowledgedReason` is its column. A test holds the two together. */
export function inGroup(
  group: OrderGroup,
  { acknowledgedReason }: Pick<Prisma.SupplierOrderFieldRefs, "acknowledgedReason">,
): Prisma.SupplierOrderWhereInput {
  const asking = (attention: Attention) => reasonsThat((row) => row.attention === attention);
  // Never null in SQL, whichever column is: so NOT selects all the others. Nothing is in doubt without a reason (a check of
  // the table), which is what an index has. As few words as it can be said with: Prisma takes time for each, on every page.
  const attention: Prisma.SupplierOrderWhereInput = {
    OR: [
      { state: "in_doubt" },
      {
        reason: { not: null, notIn: asking("none") },
        state: { not: "placing" },
        OR: [
          { state: { not: "delivered" } },
          { reason: { in: reasonsThat((row) => row.outlastsDelivery === true) } },
        ],
        NOT: [
          {
            reason: { in: asking("to-order") },
            OR: [
              { state: { in: endedStates } },
              { cancelRequestedAt: { not: null }, state: { in: unsentStates } },
            ],
          },
          {
            AND: [
              { reason: { in: asking("until-acknowledged") } },
              { reason: { equals: acknowledgedReason } },
            ],
            acknowledgedReason: { not: null },
          },
        ],
      },
    ],
  };
  switch (group) {
    case "needs-attention":
      return { reason: { not: null }, AND: attention };
    case "in-progress":
      return { state: { notIn: completedStates }, NOT: attention };
    case "completed":
      return { state: { in: completedStates }, NOT: attention };
  }
}

const completedStates: OrderState[] = ["delivered", ...endedStates];

function isCompleted(state: OrderState): boolean {
  return completedStates.includes(state);
}
