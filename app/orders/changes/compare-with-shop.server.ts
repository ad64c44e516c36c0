import { findService } from "../../catalog/location/find-service.server.ts";
import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readCurrentQuantities, readPlacedOrder } from "../../shop/placed-orders.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";
import { countedStates } from "../states/order-state.ts";
import type { OrderRow } from "../store/order-store.server.ts";
import { hashDestination, isAnotherDestination } from "./hash-destination.server.ts";
import { type BoughtLine, judgeChanges } from "./judge-changes.ts";
import { recordChanges } from "./record-changes.server.ts";

/**
 * Compares an order that the supplier has, and has not sent, with the customer's order as the shop shows it: pieces that a
 * refund or an edit has taken out, another address, a fulfillment order that was closed. The merchant is told; nothing is
 * changed at the supplier, but that a request which the merchant has canceled is canceled there.
 */
export async function compareWithShop(shop: ShopDomain, order: OrderRow): Promise<void> {
  const { id: orderId, state } = order;
  const service = await findService(shop);
  // Without a location of ours, every order would look like somebody else's.
  if (service === null) return;
  const found = await readPlacedOrder(shop, { ...order, ourLocationId: service.locationId });
  // What becomes of a canceled one is decided elsewhere, and of one that is not shown nothing can be told.
  if (found.order === null || found.order.cancelled) return;
  const lines = await findBought(shop, orderId);
  const judged = judgeChanges({
    ...{ state, lines, request: found.request },
    currentQuantities: await readCurrentQuantities(
      shop,
      lines.map(({ lineItemId }) => lineItemId),
    ),
    addressChanged: isAnotherDestination(order.destinationHash, await hashDestination(found.order.address)),
  });
  if (judged === "withdrawn") await requestCancellation(shop, { orderId: orderId });
  else if (judged.changes.length > 0) await recordChanges(shop, { orderId, changes: judged.changes });
}

/** The order's lines, each with what the supplier has of it in all: other orders may have other pieces of the same line. */
async function findBought(shop: ShopDomain, orderId: string): Promise<BoughtLine[]> {
  return inShop(shop, async (tx) => {
    const lines = await tx.supplierOrderLine.findMany({ where: { shop, orderId }, orderBy: { id: "asc" } });
    const sums = await tx.supplierOrderLine.groupBy({
      by: ["lineItemId"],
      where: {
        shop,
        lineItemId: { in: lines.map(({ lineItemId }) => lineItemId) },
        order: { state: { in: countedStates } },
      },
      _sum: { quantity: true, cancelled: true },
    });
    const bought = new Map(
      sums.map(({ lineItemId, _sum }) => [lineItemId, (_sum.quantity ?? 0) - (_sum.cancelled ?? 0)]),
    );
    return lines.map(({ lineItemId, title }) => ({
      ...{ lineItemId, title, bought: bought.get(lineItemId) ?? 0 },
    }));
  });
}
