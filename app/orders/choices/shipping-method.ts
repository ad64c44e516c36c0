import type { Abilities } from "../../wholesale/operation.ts";
import type { Reason } from "../reasons/reason.ts";

/**
 * The merchant's decision for one of the shop's methods. `supplierMethod`: the method that the supplier's order names;
 * null: none.
 */
export type Assigned = { supplierMethod: string | null };

/** The merchant's decisions about the shipping method of an order. */
export type MethodRules = {
  /** The decision for the order's own method; null if there is none. */
  assigned: Assigned | null;
  /** The supplier's method for all other orders; null: these orders name none. */
  defaultMethod: string | null;
  /** Holds orders whose method has no decision. */
  holdsUnknown: boolean;
};

/** Longest text that a merchant may enter as a supplier's method. */
export const LONGEST_METHOD = 100;

/** Returns true if the supplier offers a method. */
export function isOffered(method: string, offered: Abilities["shippingMethods"]): boolean {
  return offered === "any" || (offered?.includes(method) ?? false);
}

/**
 * Chooses the supplier's method for an order, or a reason to hold it.
 *
 * @param name the shop's method; null if the customer chose none. The default method then applies, even if
 *   `holdsUnknown` is true.
 */
export function chooseMethod(
  name: string | null,
  { assigned, defaultMethod, holdsUnknown }: MethodRules,
  offered: Abilities["shippingMethods"],
): { method: string | null } | { reason: Reason<"method-not-assigned" | "method-not-offered"> } {
  if (offered === null) return { method: null };
  if (name !== null && assigned === null && holdsUnknown)
    return { reason: { code: "method-not-assigned", method: name } };
  const method = assigned === null ? defaultMethod : assigned.supplierMethod;
  if (method !== null && !isOffered(method, offered))
    return { reason: { code: "method-not-offered", method } };
  return { method };
}
