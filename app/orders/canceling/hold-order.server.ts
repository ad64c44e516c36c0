import { inShop } from "../../lib/database/db.server.ts";
import { execute } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { markHeld } from "../rules/order-hold.server.ts";
import { isEnded, isUnsent } from "../states/order-state.ts";
import { changeAllLocked, lockOrders } from "../store/order-store.server.ts";

/**
 * Holds a customer's order (a workflow of Shopify Flow): what is not sent yet waits until a person sends it or tries again. The
 * order may arrive here later.
 *
 * @returns false if a part is on its way to the supplier or arrived there, and no other part is known. Then the hold stands for
 *   parts that come later.
 */
export async function holdOrder(shop: ShopDomain, shopOrderId: ShopOrderId): Promise<boolean> {
  return inShop(shop, async (tx, now) => {
    const found = await tx.supplierOrder.findMany({ where: { shop, shopOrderId }, select: { id: true } });
    const locked = await lockOrders(
      tx,
      found.map(({ id }) => ({ shop, id })),
    );
    const orders = [...locked.values()];
    const unsent = orders.filter(
      ({ state, cancelRequestedAt }) => isUnsent(state) && cancelRequestedAt === null,
    );
    await execute(tx)`
      insert into order_hold (shop, shop_order_id, held_at) values (${shop}, ${shopOrderId}, ${now}) on conflict do nothing`;
    // Ends the claim of a worker that is still reading, so that it begins no attempt.
    const change = { to: "held", reason: { code: "held-on-request" }, dueAt: null, retryCount: 0 } as const;
    await changeAllLocked(
      tx,
      unsent.map((order) => ({ order, change })),
    );
    // A button that was shown with another reason must not release the hold.
    const wasHeld = unsent.filter(({ state, reason }) => state === "held" && reason !== "held-on-request");
    await tx.supplierOrder.updateMany({
      where: { shop, id: { in: wasHeld.map(({ id }) => id) } },
      data: { version: { increment: 1 } },
    });
    const kept = await markHeld(tx, shop, { shopOrderIds: [shopOrderId], now });
    return unsent.length + kept > 0 || orders.every(({ state }) => isEnded(state));
  });
}
