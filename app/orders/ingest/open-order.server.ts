import { inShop } from "../../lib/db.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import { traceparentNow } from "../../lib/trace.server.ts";
import { beginAnew } from "../store/begin-anew.server.ts";
import { isEnded } from "../states/order-state.ts";
import { lockOrder, type Requested, wakeOrder } from "../store/order-store.server.ts";

/**
 * Opens a supplier order for a requested fulfillment order, due at once, and wakes a worker. One a fulfillment order:
 * repeats, however many and however late, change nothing. Only where nothing came of it does the order start over:
 * its request had been rejected then, so the merchant has made another one. As long as it is still to be rejected, what we
 * hear of is the old one.
 *
 * @returns whether there is something new to do.
 */
export async function openOrder(
  shop: ShopDomain,
  { fulfillmentOrderId, shopOrderId, orderName }: Requested,
): Promise<boolean> {
  const requested = { fulfillmentOrderId, shopOrderId, orderName };
  return inShop(shop, async (tx, now) => {
    const [opened] = await tx.supplierOrder.createManyAndReturn({
      data: [
        { ...requested, shop, state: "ready", requestedAt: now, nextAt: now, traceparent: traceparentNow() },
      ],
      skipDuplicates: true,
    });
    if (opened) {
      await wakeOrder(tx, { shop, id: opened.id });
      return true;
    }
    const known = await tx.supplierOrder.findUnique({
      where: { shop_fulfillmentOrderId: { shop, fulfillmentOrderId } },
      select: { id: true },
    });
    const order = known && (await lockOrder(tx, { shop, id: known.id }));
    if (!order || !isEnded(order.state) || order.acceptance === "closing") return false;
    await beginAnew(tx, order, { now, requestedAt: now });
    return true;
  });
}
