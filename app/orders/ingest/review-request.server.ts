import type { SupplierOrder } from "@prisma/client";

import { findService } from "../../catalog/location/our-location.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { dueAt } from "../../queue/lease.server.ts";
import { fulfillmentOrderId } from "../../shop/ids.ts";
import { readRequestStatus } from "../../shop/orders/fulfillment-orders.server.ts";
import { requestCancellation } from "../canceling/request-cancellation.server.ts";
import { compareWithShop } from "../changes/compare-with-shop.server.ts";
import { markChanged } from "../changes/review-orders.server.ts";
import { reopenAcceptance } from "../placing/accept-request.server.ts";
import { isWithdrawn, stands } from "../states/acceptance.ts";
import { atSupplierStates, endedStates } from "../states/order-state.ts";
import { heldForAWhile, toOrderRow, wakeOrder } from "../store/order-store.server.ts";
import { ourOrders } from "../store/wake-orders.server.ts";

/**
 * Reviews a fulfillment order after a webhook has reported a change of it. If the supplier does not have the order yet,
 * decides the order again at once. If the supplier has it and the request was withdrawn, cancels the order at the
 * supplier. If the shop does not show the fulfillment order, or holds it, reports that to the merchant. Makes no call
 * for other apps' fulfillment orders.
 */
export async function reviewRequest(
  shop: ShopDomain,
  { subjectId }: { subjectId: string | null },
): Promise<void> {
  const id = fulfillmentOrderId(subjectId);
  if (id === null || (await findKnown({ shop, id })).length === 0) return;
  const resting = await wakeOrFindResting(shop, id);
  if (resting === null) return;
  const service = await findService(shop);
  const request = await readRequestStatus(shop, { id, ourLocationId: service?.locationId ?? null });
  if (resting.acceptance === "gone") {
    if (stands(request)) await reopenAcceptance(shop, resting.id);
  } else if (resting.state === "held") {
    if (request === null || !request.ours || isWithdrawn(request) || request.request === "unsubmitted")
      await wake(shop, resting);
  } else if (request === null || request.status === "on_hold")
    await compareWithShop(shop, toOrderRow(resting));
  else if (isWithdrawn(request)) await requestCancellation(shop, { orderId: resting.id });
  // A requested fulfillment order moves to another location only if our service is deleted.
  else if (!request.ours) await compareWithShop(shop, toOrderRow(resting));
}

const findKnown = ourOrders("fulfillmentOrderId", { state: { notIn: endedStates } });

/** Wakes an order that waits for a person, once its request is gone. Without this, the order would never end. */
async function wake(shop: ShopDomain, { id }: SupplierOrder): Promise<void> {
  await inShop(shop, async (tx, now) => {
    const { count } = await tx.supplierOrder.updateMany({
      where: { shop, id, state: "held", dueAt: null },
      data: dueAt(now),
    });
    if (count > 0) await wakeOrder(tx, { shop, id });
  });
}

/**
 * Wakes our order if it waits for a retry.
 *
 * @returns the row if nothing is due for the order, because its request is accepted or gone, or because it waits for a
 *   person; otherwise null.
 */
async function wakeOrFindResting(shop: ShopDomain, id: string): Promise<SupplierOrder | null> {
  return inShop(shop, async (tx, now) => {
    const where = { shop, fulfillmentOrderId: id };
    const [waiting] = await tx.supplierOrder.updateManyAndReturn({
      where: {
        ...where,
        OR: [{ state: "ready" }, heldForAWhile, { state: { in: atSupplierStates }, acceptance: "due" }],
      },
      data: dueAt(now),
    });
    await markChanged(tx, where, now);
    if (waiting) await wakeOrder(tx, { shop, id: waiting.id });
    if (waiting) return null;
    return tx.supplierOrder.findFirst({
      where: {
        ...where,
        OR: [
          {
            state: { in: atSupplierStates },
            acceptance: { in: ["accepted", "gone"] },
            cancelRequestedAt: null,
          },
          { state: "held", dueAt: null },
        ],
      },
    });
  });
}
