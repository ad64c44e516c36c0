import { inShop, type Tx } from "../../lib/database/db.server.ts";
import { execute, sqlArray } from "../../lib/database/statement.server.ts";
import type { ShopDomain } from "../../lib/shop-domain.ts";
import type { Message } from "../../messages/message.ts";
import type { ShopOrderId } from "../../shop/ids.ts";
import { isEnded, isUnsent } from "../states/order-state.ts";
import { changeAllLocked, lockOrders } from "../store/order-store.server.ts";
import { setDueAt } from "../../queue/lease.server.ts";

/**
 * Holds a customer's order for a workflow of Shopify Flow: its parts that are not sent yet wait until a person sends
 * them or tries again. The order may be unknown to us yet.
 *
 * @returns false if nothing could be held, because all known parts are with the supplier or on their way there. The
 *   hold then applies to parts that come later.
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
    // A worker may still be reading. Ending its claim keeps it from beginning an attempt.
    const change = { to: "held", reason: { code: "held-on-request" }, dueAt: null, retryCount: 0 } as const;
    await changeAllLocked(
      tx,
      unsent.map((order) => ({ order, change })),
    );
    // A new version disables the buttons that a page shows for the former reason, because they would release the hold.
    const wasHeld = unsent.filter(({ state, reason }) => state === "held" && reason !== "held-on-request");
    await tx.supplierOrder.updateMany({
      where: { shop, id: { in: wasHeld.map(({ id }) => id) } },
      data: { version: { increment: 1 } },
    });
    const kept = await markHeld(tx, shop, { shopOrderIds: [shopOrderId], now });
    return unsent.length + kept > 0 || orders.every(({ state }) => isEnded(state));
  });
}

/**
 * On the list of orders to send, marks the orders that a workflow holds. A button that was shown before the mark then
 * sends none of them. Skips orders that the merchant is sending. Returns the number of marked orders.
 */
export async function markHeld(
  tx: Tx,
  shop: ShopDomain,
  { shopOrderIds, now }: { shopOrderIds: string[]; now: Date },
): Promise<number> {
  const why = { code: "rules.kept.on-request" } satisfies Message;
  return execute(tx)`
    update unrequested_order waiting set
      version = version + case when kept_because ->> 'code' = ${why.code} then 0 else 1 end, kept_because = ${JSON.stringify(why)}::jsonb,
      kept_since = coalesce(kept_since, ${now}), judged_version = shop_version, ${setDueAt("UnrequestedOrder.judge", null)},
      judge_retry_count = 0
    where shop = ${shop} and shop_order_id = any(${sqlArray(shopOrderIds)}::text[]) and left_at is null and due_at is null
      and exists (select from order_hold hold where hold.shop = waiting.shop and hold.shop_order_id = waiting.shop_order_id)`;
}

/** Releases workflows' holds of customers' orders, because they are to be sent now. */
export async function releaseHolds(tx: Tx, shop: ShopDomain, shopOrderIds: string[]): Promise<void> {
  if (shopOrderIds.length > 0)
    await tx.orderHold.deleteMany({ where: { shop, shopOrderId: { in: shopOrderIds } } });
}
