import { isDeepStrictEqual } from "node:util";

import type { Message } from "../../messages/message.ts";
import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import { type LineToSend, toLinesToSend } from "../states/order-to-send.ts";

/** The decision on an order that the merchant wants to send, as the shop shows it now. */
export type SendDecision =
  | { kind: "submit" }
  /** Its fulfillment is requested already. */
  | { kind: "requested" }
  /** It can no longer be sent. */
  | { kind: "leaves"; why: Message }
  /** The merchant has to see it again first. */
  | { kind: "waits"; why: Message; lines: LineToSend[] };

/**
 * Decides if an order may be sent. Only another button sends test and unpaid orders, after a question of its own.
 *
 * @param fulfillmentOrder null if the shop has none with that id.
 * @param seen the lines on the merchant's page.
 */
export function decideSend(fulfillmentOrder: FulfillmentOrder | null, seen: LineToSend[]): SendDecision {
  if (fulfillmentOrder === null) return leaves("to-send.result.gone");
  const { ours, status, request, orderCanceled, paid, test } = fulfillmentOrder;
  if (request === "submitted" || request === "accepted") return { kind: "requested" };
  if (orderCanceled) return leaves("to-send.result.canceled");
  if (!ours) return leaves("to-send.result.moved");
  if (request !== "unsubmitted") return leaves("to-send.result.answered");
  if (status === "on_hold" || status === "scheduled") return leaves("to-send.result.on-hold");
  if (status !== "open") return leaves("to-send.result.gone");
  if (paid === null) return leaves("to-send.result.not-shown");
  if (!paid) return leaves("to-send.result.unpaid");
  if (test) return leaves("to-send.result.test");
  const lines = toLinesToSend(fulfillmentOrder.lines);
  if (lines.length === 0) return leaves("to-send.result.gone");
  if (!isSameOffer(lines, seen)) return { kind: "waits", why: { code: "to-send.result.edited" }, lines };
  return { kind: "submit" };
}

type LeavingCode = Exclude<
  Extract<Message["code"], `to-send.result.${string}`>,
  "to-send.result.nothing-now" | "to-send.result.rejected" | "to-send.result.sent-in-part"
>;

function leaves(code: LeavingCode): SendDecision {
  return { kind: "leaves", why: { code } };
}

/** Compares variants, quantities and prices: a title may change without a consequence. */
function isSameOffer(one: LineToSend[], other: LineToSend[]): boolean {
  const offered = (lines: LineToSend[]) =>
    lines
      .map(({ shopVariantId, quantity, unitPrice }) => JSON.stringify([shopVariantId, quantity, unitPrice]))
      .toSorted();
  return isDeepStrictEqual(offered(one), offered(other));
}
