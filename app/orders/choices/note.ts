import type { Abilities } from "../../wholesale/operation.ts";
import type { Reason } from "../reasons/reason.ts";

/** Texts for an order's note. Personal data: send them, never store them. */
export type NoteTexts = {
  /** The merchant's message with the request. */
  requestMessage: string | null;
  /** The note of the customer's order. */
  orderNote: string | null;
  /** Texts of lines that go into it. */
  lineTexts: readonly string[];
};

export type NoteRules = {
  sendsCustomerNote: boolean;
  /** True if the merchant sends this order without a note that the supplier does not take. */
  isOmitted: boolean;
};

/**
 * Makes the note of an order, or returns a reason to hold it: a note is never cut off.
 *
 * @param most characters that the supplier takes; null if it takes no note. The customer's note is then not sent to it.
 */
export function makeNote(
  { requestMessage, orderNote, lineTexts }: NoteTexts,
  { sendsCustomerNote, isOmitted }: NoteRules,
  most: Abilities["noteLength"],
): { note: string | null } | { reason: Reason<"note-not-taken" | "note-too-long"> } {
  const sends = sendsCustomerNote && most !== null;
  const texts = [requestMessage, sends ? orderNote : null, ...lineTexts].filter((text) => text !== null);
  const note = [...new Set(texts)].join("\n\n");
  if (note === "") return { note: null };
  if (most !== null && note.length <= most) return { note };
  if (isOmitted) return { note: null };
  return {
    reason: most === null ? { code: "note-not-taken" } : { code: "note-too-long", length: note.length, most },
  };
}
