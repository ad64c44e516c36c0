import type { Message } from "../../messages/message.ts";
import { messageOf } from "../states/reason.ts";

/** Returns the message of an outcome from its row. */
export function outcomeMessage({ kind, params }: { kind: string; params: unknown }): Message {
  const { text, number = "" } = (params ?? {}) as { text?: string; number?: string };
  if (kind === "cancellation-requested") return { code: "orders.history.cancellation-requested" };
  const isKnown =
    text === undefined && (kind === "placed" || kind === "found" || kind === "confirmed-ordered");
  return isKnown
    ? { code: `orders.outcome.${kind}`, number }
    : messageOf({ reason: kind, reasonParams: params });
}
