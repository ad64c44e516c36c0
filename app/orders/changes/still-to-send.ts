import type { Prisma } from "@prisma/client";

/** Orders that the supplier has and has not sent all of, accepted in the shop and not to be canceled. */
export const stillToSend = {
  state: { in: ["placed", "partially_shipped"] },
  acceptance: "accepted",
  cancelRequestedAt: null,
} satisfies Prisma.SupplierOrderWhereInput;
