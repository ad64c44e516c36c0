import type { Prisma } from "@prisma/client";

/**
 * Orders that the supplier has not shipped in full, accepted in the shop and without a cancellation request.
 */
export const stillToSend = {
  state: { in: ["placed", "partially_shipped"] },
  acceptance: "accepted",
  cancelRequestedAt: null,
} satisfies Prisma.SupplierOrderWhereInput;
