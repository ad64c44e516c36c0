import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import type { Reason } from "../reasons/reason.ts";
import { type AttributeDecision, type SortedTexts, sortTexts } from "./attributes.ts";
import { chooseMethod, type MethodRules } from "./shipping-method.ts";

/** The merchant's decisions about an order's shipping method, its note, and the texts of its products. */
export type ChoiceRules = Pick<NoteRules, "sendsCustomerNote"> & {
  method: MethodRules;
  attributeDecisions: readonly AttributeDecision[];
};

/** The supplier's abilities to take a shipping method and notes. */
export type Taken = Pick<Abilities, "shippingMethods" | "noteLength" | "lineNoteLength">;

/** Shipping method and notes of an order, as the supplier takes them. Personal data: send them, never store them. */
export type Choices = { shippingMethod: string | null; note: string | null } & Pick<SortedTexts, "lineNotes">;

type ChoiceCode =
  "method-not-assigned" | "method-not-offered" | "note-not-taken" | "note-too-long" | "texts-not-taken";

type Chosen = Pick<FulfillmentOrder, "shippingMethod" | "requestMessage" | "orderNote" | "lines">;

/** Chooses an order's shipping method and notes, or returns a reason to hold the order. */
export function choose(
  { shippingMethod: name, lines, ...texts }: Chosen,
  { method: methodRules, sendsCustomerNote, attributeDecisions }: ChoiceRules,
  { takes, isNoteOmitted: isOmitted }: { takes: Taken; isNoteOmitted: boolean },
): { choices: Choices } | { reason: Reason<ChoiceCode> } {
  const chosen = chooseMethod(name, methodRules, takes.shippingMethods);
  if ("reason" in chosen) return chosen;
  const { lineNotes, inNote: lineTexts, undecided } = sortTexts(lines, attributeDecisions, takes);
  if (undecided.length > 0)
    return { reason: { code: "texts-not-taken", lines: undecided.map(({ title }) => title) } };
  const made = makeNote({ ...texts, lineTexts }, { sendsCustomerNote, isOmitted }, takes.noteLength);
  if ("reason" in made) return made;
  return { choices: { shippingMethod: chosen.method, note: made.note, lineNotes } };
}

/** Texts for an order's note. Personal data: send them, never store them. */
type NoteTexts = {
  /** The merchant's message with the request. */
  requestMessage: string | null;
  /** The note of the customer's order. */
  orderNote: string | null;
  /** Texts of lines that go into the note. */
  lineTexts: readonly string[];
};

type NoteRules = {
  sendsCustomerNote: boolean;
  /** True if the merchant sends this order without a note that the supplier does not take. */
  isOmitted: boolean;
};

/**
 * Makes the note of an order, or returns a reason to hold the order: a note is never cut off.
 *
 * @param most maximum length in characters; null if the supplier takes no note. The customer's note is then left out.
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
