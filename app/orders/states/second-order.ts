import type { Reason } from "./reason.ts";

/**
 * What follows the second one of two orders that the supplier has for the same request, once the first is canceled: until
 * that one has ended as well, its pieces are bought, and may be sent. Null where they have no other.
 */
export function goOnWithSecond({ reason, reasonParams }: { reason: string | null; reasonParams: unknown }) {
  if (reason !== "second-there") return null;
  const { other } = reasonParams as Reason<"second-there">;
  return { supplierOrderId: other, reason: null, acknowledgedReason: null };
}
