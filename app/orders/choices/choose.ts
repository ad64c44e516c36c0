import type { FulfillmentOrder } from "../../shop/orders/fulfillment-order.ts";
import type { Abilities } from "../../wholesale/operation.ts";
import type { Reason } from "../states/reason.ts";
import { makeNote, type NoteRules } from "./note.ts";
import { chooseMethod, type MethodRules } from "./shipping-method.ts";

/** The merchant's decisions about an order's method and note. */
export type ChoiceRules = Pick<NoteRules, "sendsCustomerNote"> & { method: MethodRules };

/** The abilities that limit what goes along with an order. */
export type Taken = Pick<Abilities, "shippingMethods" | "noteLength">;

/** Parts of an order beside its items and its address, in the supplier's terms. Personal data: send it, never store it. */
export type Choices = { shippingMethod: string | null; note: string | null };

type ChoiceReason = Reason<"method-not-assigned" | "method-not-offered" | "note-not-taken" | "note-too-long">;

/** Chooses what goes along with an order, or a reason to hold it. */
export function choose(
  {
    shippingMethod: name,
    requestMessage,
    orderNote,
  }: Pick<FulfillmentOrder, "shippingMethod" | "requestMessage" | "orderNote">,
  { method: methodRules, sendsCustomerNote }: ChoiceRules,
  { takes, isNoteOmitted }: { takes: Taken; isNoteOmitted: boolean },
): { choices: Choices } | { reason: ChoiceReason } {
  const chosen = chooseMethod(name, methodRules, takes.shippingMethods);
  if ("reason" in chosen) return chosen;
  const made = makeNote(
    { requestMessage, orderNote },
    { sendsCustomerNote, isOmitted: isNoteOmitted },
    takes.noteLength,
  );
  return "reason" in made ? made : { choices: { shippingMethod: chosen.method, note: made.note } };
}
