import type { Reason } from "./reason.ts";

/**
 * The change that has our order stand for the second of two that the supplier has for the same request, once the first has
 * ended: until the second has ended too, its pieces are bought and may ship. Null unless the supplier has two.
 */
export function changeToSecond({ reason, reasonParams }: { reason: string | null; reasonParams: unknown }) {
  if (reason !== "second-there") return null;
  const { other } = reasonParams as Reason<"second-there">;
  return { supplierOrderId: other, reason: null, acknowledgedReason: null };
}
