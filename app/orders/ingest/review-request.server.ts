import { findService } from "../../catalog/location/find-service.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { RequestStatus } from "../../shop/fulfillment-order.ts";
import { readRequestStatus } from "../../shop/fulfillment-orders.server.ts";
import { fulfillmentOrderId } from "../../shop/ids.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";
import { atSupplierStates } from "../states/order-state.ts";
import { heldForAWhile, wakeOrder } from "../store/order-store.server.ts";

/**
 * A fulfillment order has reportedly changed in the shop. If the supplier does not have it yet, it is decided again at once;
 * if the supplier has it and the request no longer stands, it is canceled there. One that is not ours costs no call.
 */
export async function reviewRequest(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = fulfillmentOrderId(subjectId);
  if (id === null) return;
  const accepted = await wakeOrFindAccepted(shop, id);
  if (accepted === null) return;
  const service = await findService(shop);
  const request = await readRequestStatus(shop, { id, ourLocationId: service?.locationId ?? null });
  if (isWithdrawn(request)) await requestCancellation(shop, { orderId: accepted });
}

/** @returns our row's id where its request is accepted and nothing is due for it. */
async function wakeOrFindAccepted(shop: ShopDomain, id: string): Promise<string | null> {
  return inShop(shop, async (tx, now) => {
    const where = { shop, fulfillmentOrderId: id };
    const [waiting] = await tx.supplierOrder.updateManyAndReturn({
      where: {
        ...where,
        OR: [{ state: "ready" }, heldForAWhile, { state: { in: atSupplierStates }, acceptance: "due" }],
      },
      data: { nextAt: now },
    });
    if (waiting) await wakeOrder(tx, { shop, id: waiting.id });
    if (waiting) return null;
    const accepted = await tx.supplierOrder.findFirst({
      where: {
        ...where,
        ...{ state: { in: atSupplierStates }, acceptance: "accepted", cancelRequestedAt: null },
      },
      select: { id: true },
    });
    return accepted?.id ?? null;
  });
}

/** Closed is no sign of it: shipping everything closes it too. */
function isWithdrawn(request: RequestStatus | null): boolean {
  return (
    request === null ||
    !request.ours ||
    request.status === "cancelled" ||
    request.request === "cancellation_accepted"
  );
}
