import type { Message } from "../../messages/message.ts";
import { groupOf } from "../states/order-group.ts";
import { isEnded } from "../states/order-state.ts";
import { type Standing, statusOf } from "./order-status.ts";

/** A pressed order as it is now. `isDue`: true while its next step is due or running. */
export type PressedOrder = Standing & { isDue: boolean };

/**
 * The result of a press for one order, and the present state of that order. `state` is null if the shop has
 * no such order.
 */
export type PressedColumns = { pressedAt: Date; result: unknown; state: PressedOrder["state"] | null } & Omit<
  Standing,
  "state"
>;

/** The result of a press for an order. Also says if the order needs the merchant. */
export type ResultNow = { result: Message | null; needsAttention: boolean };

/**
 * Returns the present result of a press: the stored result until the press has changed the order, and from
 * then on the order's status.
 */
export function resultNow(result: Message | null, order: PressedOrder | null): ResultNow {
  if (result === null || order === null || !goesOn(result, order)) return { result, needsAttention: false };
  const { label, why } = statusOf(order);
  return {
    result: why === null ? label : { code: "bulk.result.now", label, why },
    needsAttention: groupOf(order) === "needs-attention",
  };
}

function goesOn({ code }: Message, { state, cancelRequestedAt, isDue }: PressedOrder): boolean {
  switch (code) {
    case "bulk.result.retry":
    case "bulk.result.approve":
      return state !== "ready" && state !== "placing" && !isDue;
    case "bulk.result.cancel":
      return cancelRequestedAt === null || isEnded(state);
    case "to-send.result.sent":
      return state !== "held" && state !== "ready" && state !== "placing" && state !== "placed";
    default:
      return false;
  }
}
