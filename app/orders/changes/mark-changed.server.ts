import type { Prisma } from "@prisma/client";

import type { Tx } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { atSupplierStates, unclearStates } from "../states/order-state.ts";

/** Orders that may be at the supplier, and whose request is not accepted yet. */
export const notAccepted = {
  OR: [{ state: { in: unclearStates } }, { state: { in: atSupplierStates }, acceptance: "due" }],
} satisfies Prisma.SupplierOrderWhereInput;

/** Marks orders whose request is not accepted yet, so that they are compared with the shop right after that. */
export async function markChanged(
  tx: Tx,
  which: { shop: ShopDomain } & ({ shopOrderId: string } | { fulfillmentOrderId: string }),
  now: Date,
): Promise<void> {
  await tx.supplierOrder.updateMany({ where: { ...which, ...notAccepted }, data: { shopChangedAt: now } });
}
