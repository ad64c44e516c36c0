import type { Message } from "../../messages/message.ts";
import { isKnown, type Reason, type ReasonCode } from "./reason.ts";

/** A reason as its row stores it. Rows of early releases have a sentence as `{text}` instead of parameters. */
export type StoredReason = { reason: string; reasonParams: unknown };

/** Returns the full message of a reason, for a page or an entry. */
export function messageOf({ reason, reasonParams }: StoredReason): Message {
  const params = (reasonParams ?? {}) as { text?: string };
  if (params.text !== undefined) return { code: "earlier-message", text: params.text };
  return isKnown(reason) ? inWords({ ...params, code: reason } as Reason) : { code: "unknown-message" };
}

export function inWords({ code, ...params }: Reason): Message {
  return { ...params, code: `orders.reason.${code}` } as Worded;
}

/**
 * Returns a reason in a few words, with the lines concerned, for a place without the order's buttons. The text is no
 * full sentence: the caller adds the period.
 */
export function briefly(reason: Reason): Message {
  const label: Message = { code: `orders.reason.${reason.code}.label` };
  if ("total" in reason)
    return { code: "orders.reason-with-loss", label, total: reason.total, lines: reason.lines };
  return "lines" in reason ? { code: "orders.reason-with-lines", label, lines: reason.lines } : label;
}

/** Returns a reason in a few words; null if this version does not know it. */
export function labelOf(code: string): Message | null {
  return isKnown(code) ? { code: `orders.reason.${code}.label` } : null;
}

/**
 * Returns the short label for a reason's full message; null for other messages. A full message may quote the supplier
 * or Shopify; a label never quotes them.
 */
export function labelOfMessage({ code }: Message): Message | null {
  return code.startsWith("orders.reason.") ? labelOf(code.slice("orders.reason.".length)) : null;
}

/** Makes the compiler check that each reason has a message with exactly the reason's parameters. */
type Worded = {
  [Code in ReasonCode]: { code: `orders.reason.${Code}` } & Omit<Reason<Code>, "code">;
}[ReasonCode];
