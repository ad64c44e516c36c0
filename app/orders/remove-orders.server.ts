import { Prisma } from "@prisma/client";

import { asSystem, inShop } from "../lib/database/db.server.ts";
import { execute, queryRows } from "../lib/database/statement.server.ts";
import { env } from "../lib/env.server.ts";
import type { ShopDomain } from "../lib/shop-domain.ts";
import { after } from "../queue/back-off.ts";
import { isStopping } from "../queue/stopping.ts";
import { inGroup } from "./states/in-group.server.ts";

/**
 * Removes orders that were finished long ago, in small transactions: delivered, shipped without pending updates, or
 * ended, with nothing due and no need for attention. Their pieces then no longer count as ordered. Therefore the orders
 * must be so old that no person requests these pieces again.
 */
export async function removeOldOrders(): Promise<void> {
  for (const shop of await shopsWithOld()) while (!isStopping()) if ((await removeSome(shop)) < BATCH) break;
}

const BATCH = 500;

/** Returns the shops with old orders, by a loose index scan over each shop's oldest order. */
async function shopsWithOld(): Promise<ShopDomain[]> {
  const oldest = Prisma.sql`select shop, requested_at from supplier_order`;
  const rows = await asSystem("orders", (tx, now) => {
    const before = after(now, -env.ORDER_HISTORY_DAYS * 86_400);
    return queryRows<{ shop: ShopDomain }>(tx)`
      with recursive each as (
        (${oldest} order by shop, requested_at limit 1)
        union all
        select next.shop, next.requested_at from each cross join lateral (
          ${oldest} where shop > each.shop order by shop, requested_at limit 1) as next)
      select shop from each where requested_at < ${before}`;
  });
  return rows.map(({ shop }) => shop);
}

/** Removes one batch. @returns the number of removed orders. */
async function removeSome(shop: ShopDomain): Promise<number> {
  return inShop(shop, async (tx, now) => {
    const before = after(now, -env.ORDER_HISTORY_DAYS * 86_400);
    const old = await queryRows<{ id: string }>(tx)`
      select id from supplier_order where shop = ${shop} and requested_at < ${before}
        and due_at is null and update_due_at is null
        and state in ('shipped', 'delivered', 'canceled', 'rejected') and not ${inGroup("needs-attention")}
        and not exists (select from shipment where shipment.shop = supplier_order.shop and shipment.order_id = supplier_order.id and shipment.due_at is not null)
      order by requested_at, id limit ${BATCH}`;
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    const theirs = await tx.supplierOrderLine.findMany({
      where: { shop, orderId: { in: ids } },
      select: { lineItemId: true },
    });
    const { count } = await tx.supplierOrder.deleteMany({
      where: { shop, id: { in: ids }, dueAt: null, updateDueAt: null },
    });
    await execute(tx)`
      delete from automatic_request request where shop = ${shop} and decided_at < ${before} and not exists (
        select from supplier_order ours
        where ours.shop = request.shop and ours.fulfillment_order_id = request.fulfillment_order_id)`;
    await tx.orderHold.deleteMany({ where: { shop, heldAt: { lt: before } } });
    const lines = [...new Set(theirs.map(({ lineItemId }) => lineItemId))];
    await execute(tx)`
      delete from shop_order_line line where shop = ${shop} and line_item_id = any(${lines}::text[])
        and not exists (
          select from supplier_order_line ours where ours.shop = line.shop and ours.line_item_id = line.line_item_id)`;
    return count;
  });
}
