import { findService } from "../../catalog/location/our-location.server.ts";
import { inShop } from "../../lib/database/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { readCurrentQuantities, readPlacedOrder } from "../../shop/orders/orders.server.ts";
import { requestCancellation } from "../cancelling/request-cancellation.server.ts";
import { countedStates } from "../states/order-state.ts";
import type { OrderRow } from "../store/order-store.server.ts";
import { hashDestination, isAnotherDestination } from "./hash-destination.server.ts";
import { type BoughtLine, judgeChanges } from "./judge-changes.ts";
import { recordChanges } from "./record-changes.server.ts";

/**
 * Compares an order that the supplier has not shipped with the customer's order in the shop: pieces removed
 * by a refund or an edit, another address, a closed fulfillment order. Reports differences to the merchant.
 * Changes nothing at the supplier, except that a request that the merchant canceled is canceled there too.
 */
export async function compareWithShop(shop: ShopDomain, order: OrderRow): Promise<void> {
  const { id: orderId, state } = order;
  const service = await findService(shop);
  // Without our location, every order would seem to belong to another one.
  if (service === null) return;
  const found = await readPlacedOrder(shop, { ...order, ourLocationId: service.locationId });
  // Other use cases handle canceled orders. An order that the shop does not show cannot be compared.
  if (found.order === null || found.order.cancelled) return;
  const lines = await findBought(shop, orderId);
  const judged = judgeChanges({
    state,
    lines,
    request: found.request,
    currentQuantities: await readCurrentQuantities(
      shop,
      lines.map(({ lineItemId }) => lineItemId),
    ),
    addressChanged: isAnotherDestination(order.destinationHash, await hashDestination(found.order.address)),
  });
  if (judged === "withdrawn") await requestCancellation(shop, { orderId: orderId });
  else if (judged.changes.length > 0) await recordChanges(shop, { orderId, changes: judged.changes });
}

/**
 * Returns the order's lines, each with the pieces that the supplier has of it in all orders: fulfillment
 * orders may share a line.
 */
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
      lineItemId,
      title,
      bought: bought.get(lineItemId) ?? 0,
    }));
  });
}
