import type { Prisma } from "@prisma/client";

import type { OrderState } from "./order-state.ts";

/** Where an order belongs in the list: every order to exactly one of them. */
export const places = ["needs-you", "on-their-way", "done"] as const;

export type Place = (typeof places)[number];

/** The merchant has asked for these, or can do nothing about them; the page says so once for all orders. */
const PAUSED = ["ordering-paused", "ordering-paused-for-all"];

/** Nothing will come of these any more. */
const OVER: OrderState[] = ["delivered", "cancelled"];

const AT_PLATFORM: OrderState[] = ["placed", "partially_shipped", "shipped"];

/** Whether the order does not go on, or not as it was wanted, until the merchant does something. */
export function needsYou({
  state,
  reason,
  cancelRequestedAt,
}: {
  state: OrderState;
  reason: string | null;
  cancelRequestedAt: Date | null;
}): boolean {
  switch (state) {
    case "held":
      return cancelRequestedAt === null && !PAUSED.includes(reason ?? "");
    case "ready":
      return cancelRequestedAt === null && reason === "key-refused";
    case "in_doubt":
    case "rejected":
      return true;
    case "placed":
    case "partially_shipped":
    case "shipped":
      return cancelRequestedAt === null && reason === "not-cancelled";
    case "placing":
    case "delivered":
    case "cancelled":
      return false;
  }
}
